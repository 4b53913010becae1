// One invitation that nobody has used yet: sending it again, and withdrawing it.
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Invitation, type MadeInvitation, team } from '../../contract/team.ts'
import { call, invalidate } from '../api.ts'
import { day } from '../lib/format.ts'
import { t } from '../lib/text.ts'
import { ToneBadge } from '../ui/badge.tsx'
import { notify, notifyError } from '../ui/notices.tsx'
import styles from './team-list.module.css'

interface InvitationShowProps {
  invitation: Invitation
  onSent: (made: MadeInvitation) => void
}

export function InvitationShow({ invitation, onSent }: InvitationShowProps) {
  const { id, email, invited_by, sent_at, expires_at } = invitation
  const client = useQueryClient()
  const onSettled = () => invalidate(client, team.get.path)
  const sending = useMutation({
    mutationFn: () => call(team.resend, { params: { id } }),
    onSuccess: onSent,
    onError: (error) => notifyError(error, t('Not sent again')),
    onSettled,
  })
  const withdrawing = useMutation({
    mutationFn: () => call(team.withdraw, { params: { id } }),
    onSuccess: () => notify({ title: t('Invitation withdrawn'), text: t('Its link is not good any more.') }),
    onError: (error) => notifyError(error, t('That could not be done')),
    onSettled,
  })
  const isBusy = sending.isPending || withdrawing.isPending
  const hasEnded = Date.parse(expires_at) <= Date.now()
  return (
    <li className={styles.row}>
      <div className={styles.who}>
        <span className={styles.name}>
          <span>{email}</span>
          {hasEnded && <ToneBadge tone="warning">{t('Ran out')}</ToneBadge>}
        </span>
        <span className={styles.detail}>
          {t('by {name} on {day}', { name: invited_by, day: day(sent_at) })}
          {!hasEnded && ` · ${t('good until {day}', { day: day(expires_at) })}`}
        </span>
      </div>
      <div className={styles.buttons}>
        <Button
          variant="default"
          size="xs"
          loading={sending.isPending}
          disabled={isBusy}
          onClick={() => sending.mutate()}
        >
          {t('Send again')}
        </Button>
        <Button
          variant="subtle"
          size="xs"
          color="gray"
          loading={withdrawing.isPending}
          disabled={isBusy}
          onClick={() => withdrawing.mutate()}
        >
          {t('Withdraw')}
        </Button>
      </div>
    </li>
  )
}
