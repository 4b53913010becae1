// Section of the account page: the members of the organization.
import { t } from '../../platform/lib/text.ts'
import { Section } from '../../platform/ui/section.tsx'
import { TeamList } from './team-list.tsx'

export function TeamShow() {
  return (
    <Section title={t('Team')} text={t('All members see the same data and can do the same.')}>
      <TeamList />
    </Section>
  )
}
