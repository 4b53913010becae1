// Section of the account page: the organization's settings and its closed periods.
import { t } from '../../platform/lib/text.ts'
import { Section } from '../../platform/ui/section.tsx'
import { OrganizationEdit } from './organization-edit.tsx'
import { PeriodShow } from './period-show.tsx'

export function OrganizationShow() {
  return (
    <>
      <Section title={t('Organization')} text={t('For the whole organization.')}>
        <OrganizationEdit />
      </Section>
      <Section
        id="periods"
        title={t('Closed periods')}
        text={t('Figures of a closed period cannot change. Applies to the whole organization.')}
      >
        <PeriodShow />
      </Section>
    </>
  )
}
