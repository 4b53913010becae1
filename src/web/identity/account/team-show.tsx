// Section of the account page: the members of the organization.
import { useMay } from '../../platform/lib/permissions.ts'
import { t } from '../../platform/lib/text.ts'
import { Section } from '../../platform/ui/section.tsx'
import { TeamApiTokenShow } from './api-token-show.tsx'
import { RoleList } from './role-list.tsx'
import { SecondFactorEdit } from './second-factor-edit.tsx'
import { TeamList } from './team-list.tsx'

export function TeamShow() {
  const mayManage = useMay('manage_team')
  return (
    <>
      <Section title={t('Team')} text={t('All members see the same data. What they may do is up to their role.')}>
        <TeamList />
      </Section>
      {mayManage && (
        <Section
          title={t('Two-step login')}
          text={t('Members without it must set it up before they can do anything else.')}
        >
          <SecondFactorEdit />
        </Section>
      )}
      {mayManage && (
        <Section title={t('API tokens')} text={t('With a token, a program acts as the member who made it.')}>
          <TeamApiTokenShow />
        </Section>
      )}
      {mayManage && (
        <Section
          title={t('Roles')}
          text={t(
            'Owners and admins may do everything; only owners may change owners. Members add, change, send and export. Viewers only view. Add a role for everything in between.',
          )}
        >
          <RoleList />
        </Section>
      )}
    </>
  )
}
