// The team: members, invitations, inviting and removing.
import { Button } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { team as endpoints, type MadeInvitation, type Team } from '../../../contract/team.ts'
import { isDemo, query } from '../../api.ts'
import { useMay } from '../../platform/lib/permissions.ts'
import { t } from '../../platform/lib/text.ts'
import { PlainList, Text } from '../../platform/ui/box.tsx'
import { ErrorState } from '../../platform/ui/empty.tsx'
import { SkeletonLines } from '../../platform/ui/skeleton-lines.tsx'
import { InvitationShow } from './invitation-show.tsx'
import { MemberShow } from './member-show.tsx'

const TeamInviteDialog = lazy(() => import('./team-invite-dialog.tsx'))

export function TeamList() {
  const { data, error, refetch } = useQuery({ ...query(endpoints.get), staleTime: 0 })
  if (!data && error) return <ErrorState error={error} onRetry={() => refetch()} />
  return <Lists team={data} />
}

function Lists({ team }: { team: Team | undefined }) {
  const { members, invitations } = team ?? { members: [], invitations: [] }
  const mayManage = useMay('manage_team')
  // The new links: an empty list asks for addresses first.
  const [made, setMade] = useState<MadeInvitation[]>()
  return (
    <>
      {!team && <SkeletonLines height={5.875} />}
      <PlainList aria-label={t('Members')}>
        {members.map((member) => (
          <MemberShow key={member.id} member={member} />
        ))}
      </PlainList>
      {invitations.length > 0 && (
        <>
          <Text as="h3" mt={16} mb={12} size={15} weight={600} pt={16} lineAbove>
            {t('Invited')}
          </Text>
          <PlainList aria-label={t('Invited')}>
            {invitations.map((invitation) => (
              <InvitationShow key={invitation.id} invitation={invitation} onSent={(link) => setMade([link])} />
            ))}
          </PlainList>
        </>
      )}
      {mayManage && (
        <Button
          variant="default"
          mt="sm"
          disabled={isDemo()}
          aria-describedby={isDemo() ? 'invite-why' : undefined}
          leftSection={<IconUserPlus size={16} aria-hidden />}
          onClick={() => setMade([])}
        >
          {t('Invite colleagues')}
        </Button>
      )}
      {isDemo() && (
        <Text id="invite-why" size={13} dimmed mt={8}>
          {t('Nobody can be invited to sample data. Go back to your organization first.')}
        </Text>
      )}
      {made && (
        <Suspense>
          <TeamInviteDialog made={made} onMade={setMade} onClose={() => setMade(undefined)} />
        </Suspense>
      )}
    </>
  )
}
