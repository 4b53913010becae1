// Asks a user with an account whether to join the inviting organization; their own is deleted.
import { Button, Loader, Modal } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { team } from '../../contract/team.ts'
import { ApiError, call, moveTo } from '../api.ts'
import { deletePendingInvite } from '../platform/lib/pending-invite.ts'
import { t } from '../platform/lib/text.ts'
import { Text } from '../platform/ui/box.tsx'
import { DialogButtons, DialogText } from '../platform/ui/dialog.tsx'
import { ErrorState } from '../platform/ui/empty.tsx'
import { useFocusRestore } from '../platform/ui/focus-restore.ts'
import { notify } from '../platform/ui/notices.tsx'

export default function JoinDialog({ invite, onClose }: { invite: string; onClose: () => void }) {
  useFocusRestore()
  const invitation = useQuery({
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
  const name = invitation.data?.organization
  const refusal = joining.error ?? (isFinal(invitation.error) ? invitation.error : undefined)
  return (
    <Modal
      opened
      onClose={close}
      title={titleOf(refusal) ?? (name ? t('Join {organization}?', { organization: name }) : t('Join the team?'))}
      size="sm"
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {invitation.isPending && <Loader aria-label={t('Loading…')} />}
      {invitation.error && !refusal && <ErrorState error={invitation.error} onRetry={() => invitation.refetch()} />}
      {invitation.data && !refusal && (
        <>
          <DialogText>
            {t('{name} invites you. You will work with the same contacts, templates and broadcasts.', {
              name: invitation.data.invited_by,
            })}
          </DialogText>
          <DialogText>
            {t(
              'You can only be in one organization: your own, which must be empty, is deleted. Your name, address and password stay the same, and you are logged out everywhere else.',
            )}
          </DialogText>
        </>
      )}
      {refusal && (
        <Text as="div" dimmed role="alert">
          {refusal.message}
        </Text>
      )}
      <DialogButtons>
        <Button variant="default" onClick={close}>
          {refusal ? t('Close') : t('Not now')}
        </Button>
        {invitation.data && !(refusal && isFinal(refusal)) && (
          <Button loading={joining.isPending} onClick={() => joining.mutate()}>
            {refusal ? t('Try again') : t('Join')}
          </Button>
        )}
      </DialogButtons>
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
      moveTo(made)
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
  error instanceof ApiError &&
  ['invitation_invalid', 'invitation_email_mismatch', 'already_member'].includes(error.code)

function titleOf(error: unknown) {
  if (!(error instanceof ApiError)) return undefined
  if (error.code === 'invitation_invalid') return t('This invitation is no longer valid')
  if (error.code === 'invitation_email_mismatch') return t('It is for another address')
  if (error.code === 'organization_in_use') return t('Your organization is not empty')
  return undefined
}
