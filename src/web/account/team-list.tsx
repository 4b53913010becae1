// The team: members, invitations, inviting and removing.
import { Button } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { type MadeInvitation, type Team, team } from '../../contract/team.ts'
import { query } from '../api.ts'
import { t } from '../lib/text.ts'
import { ErrorState } from '../ui/empty.tsx'
import { SkeletonLines } from '../ui/skeleton-lines.tsx'
import { InvitationShow } from './invitation-show.tsx'
import { MemberShow } from './member-show.tsx'
import styles from './team-list.module.css'

const TeamInviteDialog = lazy(() => import('./team-invite-dialog.tsx'))

export function TeamList() {
  const { data, error, refetch } = useQuery({ ...query(team.get), staleTime: 0 })
  if (data) return <Lists team={data} />
  if (error) return <ErrorState error={error} onRetry={() => refetch()} />
  return <SkeletonLines height={9} />
}

function Lists({ team: { members, invitations } }: { team: Team }) {
  // The new links: an empty list asks for addresses first.
  const [made, setMade] = useState<MadeInvitation[]>()
  return (
    <>
      <ul className={styles.list} aria-label={t('Members')}>
        {members.map((member) => (
          <MemberShow key={member.id} member={member} />
        ))}
      </ul>
      {invitations.length > 0 && (
        <>
          <h3 className={styles.title}>{t('Invited')}</h3>
          <ul className={styles.list} aria-label={t('Invited')}>
            {invitations.map((invitation) => (
              <InvitationShow key={invitation.id} invitation={invitation} onSent={(link) => setMade([link])} />
            ))}
          </ul>
        </>
      )}
      <Button
        variant="default"
        className={styles.invite}
        leftSection={<IconUserPlus size={16} aria-hidden />}
        onClick={() => setMade([])}
      >
        {t('Invite colleagues')}
      </Button>
      {made && (
        <Suspense>
          <TeamInviteDialog made={made} onMade={setMade} onClose={() => setMade(undefined)} />
        </Suspense>
      )}
    </>
  )
}
