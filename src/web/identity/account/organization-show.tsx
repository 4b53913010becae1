// Section of the account page: the organization's settings and its closed periods.
import { t } from '../../platform/lib/text.ts'
import { Section } from '../../platform/ui/section.tsx'
import { ApprovalEdit } from './approval-edit.tsx'
import { OrganizationEdit } from './organization-edit.tsx'
import { PeriodShow } from './period-show.tsx'
import { RetentionEdit } from './retention-edit.tsx'

export function OrganizationShow() {
  return (
    <>
      <Section title={t('Organization')} text={t('For the whole organization.')}>
        <OrganizationEdit />
      </Section>
      <Section
        id="approval"
        title={t('Approval of broadcasts')}
        text={t(
          'Which broadcasts somebody else has to approve before they are sent. Nobody can approve a broadcast that they wrote, edited or requested.',
        )}
      >
        <ApprovalEdit />
      </Section>
      <Section
        id="periods"
        title={t('Closed periods')}
        text={t('Figures of a closed period cannot change. Applies to the whole organization.')}
      >
        <PeriodShow />
      </Section>
      <Section
        id="retention"
        title={t('Retention of the audit log')}
        text={t('How long Kabar keeps who did what. Applies to the whole organization.')}
      >
        <RetentionEdit />
      </Section>
    </>
  )
}
