// Asks a user with an account whether to join the inviting organization; their own is deleted.
import { Button, Loader, Modal } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { team } from '../../contract/team.ts'
import { ApiError, call, tokens } from '../api.ts'
import { deletePendingInvite } from '../lib/pending-invite.ts'
import { t } from '../lib/text.ts'
import styles from '../ui/dialog.module.css'
import { ErrorState } from '../ui/empty.tsx'
import { useFocusRestore } from '../ui/focus-restore.ts'
import { notify } from '../ui/notices.tsx'

export default function JoinDialog({ invite, onClose }: { invite: string; onClose: () => void }) {
  useFocusRestore()
  const asked = useQuery({
    // The token is not part of the key: only this dialog runs the query.
    queryKey: [team.invited.path],
    queryFn: ({ signal }) => call(team.invited, { body: { invite } }, { signal }),
    retry: false,
  })
  const joining = useJoin(invite, onClose)
  const close = () => {
    deletePendingInvite()
    onClose()
  }
  const name = asked.data?.organization
  const refusal = joining.error ?? (isFinal(asked.error) ? asked.error : undefined)
  return (
    <Modal
      opened
      onClose={close}
      title={titleOf(refusal) ?? (name ? t('Join {organization}?', { organization: name }) : t('Join the team?'))}
      size="sm"
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {asked.isPending && <Loader aria-label={t('Loading…')} />}
      {asked.error && !refusal && <ErrorState error={asked.error} onRetry={() => asked.refetch()} />}
      {asked.data && !refusal && (
        <div className={styles.text}>
          <p>
            {t('{name} invites you. You will work with the same contacts, templates and broadcasts.', {
              name: asked.data.invited_by,
            })}
          </p>
          <p>
            {t(
              'You can only be in one organization: your own, which must be empty, is deleted. Your name, address and password stay the same, and you are signed out everywhere else.',
            )}
          </p>
        </div>
      )}
      {refusal && (
        <div className={styles.text} role="alert">
          {refusal.message}
        </div>
      )}
      <div className={styles.buttons}>
        <Button variant="default" onClick={close}>
          {refusal ? t('Close') : t('Not now')}
        </Button>
        {asked.data && !(refusal && isFinal(refusal)) && (
          <Button loading={joining.isPending} onClick={() => joining.mutate()}>
            {refusal ? t('Try again') : t('Join')}
          </Button>
        )}
      </div>
    </Modal>
  )
}

function useJoin(invite: string, onClose: () => void) {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () => call(team.join, { body: { invite } }),
    onSuccess: async (made) => {
      deletePendingInvite()
      tokens.save(made)
      onClose()
      await navigate('/home', { replace: true })
      // All cached data belongs to the deleted organization.
      await client.resetQueries()
      notify({ title: t('You have joined the team') })
    },
  })
}

/** Retrying does not help: the user needs another link or another address. */
const isFinal = (error: unknown) =>
  error instanceof ApiError && ['invitation_invalid', 'invitation_for_another', 'already_member'].includes(error.code)

function titleOf(error: unknown) {
  if (!(error instanceof ApiError)) return undefined
  if (error.code === 'invitation_invalid') return t('This invitation is no longer valid')
  if (error.code === 'invitation_for_another') return t('It is for another address')
  if (error.code === 'organization_in_use') return t('Your organization is not empty')
  return undefined
}
