// Invites colleagues by email address, then shows the new links, once.
import { Button, Modal, TagsInput, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { mail } from '../../contract/mail.ts'
import { InvitationInput, type MadeInvitation, maxInvited, team } from '../../contract/team.ts'
import { call, invalidate, query } from '../api.ts'
import { t } from '../lib/text.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import dialog from '../ui/dialog.module.css'
import { useFocusRestore } from '../ui/focus-restore.ts'
import { Form, useSaveForm } from '../ui/form.tsx'
import { SkeletonLines } from '../ui/skeleton-lines.tsx'
import styles from './team-invite-dialog.module.css'

interface TeamInviteDialogProps {
  /** Empty until the invitations are made. */
  made: MadeInvitation[]
  onMade: (made: MadeInvitation[]) => void
  onClose: () => void
}

export default function TeamInviteDialog({ made, onMade, onClose }: TeamInviteDialogProps) {
  useFocusRestore()
  const isAsking = made.length === 0
  return (
    <Modal
      opened
      onClose={onClose}
      title={
        isAsking ? t('Invite colleagues') : t.plural(made.length, 'Invitation created', '{count} invitations created')
      }
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {isAsking ? <Addresses onMade={onMade} /> : <Links made={made} onClose={onClose} />}
    </Modal>
  )
}

function Addresses({ onMade }: Pick<TeamInviteDialogProps, 'onMade'>) {
  const client = useQueryClient()
  const form = useSaveForm<{ emails: string[] }>({
    schema: InvitationInput,
    initialValues: { emails: [] },
    save: async (body) => {
      const { data } = await call(team.invite, { body })
      void invalidate(client, team.get.path)
      onMade(data)
    },
  })
  return (
    <Form form={form} submitLabel={t('Invite')} wide>
      <p className={styles.text}>
        {t('They join this organization and can do everything you can, including with investors and broadcasts.')}
      </p>
      <TagsInput
        {...form.field('emails', t('Email addresses'))}
        description={t('One or more, separated by commas or spaces.')}
        splitChars={[',', ';', ' ', '\n', '\t']}
        acceptValueOnBlur
        classNames={{ input: styles.addresses, inputField: styles.typed }}
        maxTags={maxInvited}
        inputMode="email"
        required
        data-autofocus
      />
    </Form>
  )
}

function Links({ made, onClose }: Pick<TeamInviteDialogProps, 'made' | 'onClose'>) {
  const { data: mails } = useQuery(query(mail.delivery))
  if (!mails) return <SkeletonLines height={8} />
  return (
    <>
      <p className={styles.text}>
        {mails.delivery === 'smtp'
          ? t('An email with the link is being sent. You can also pass the link on yourself: it is shown only once.')
          : t('This installation has no mail server: copy the link and pass it on. It is shown only once.')}
      </p>
      <p className={styles.text}>{t('A link is valid for 7 days, once, and only for its address.')}</p>
      {made.map(({ id, email, link }) => (
        <TextInput
          key={id}
          label={email}
          value={link}
          readOnly
          className={styles.link}
          onFocus={(event) => event.currentTarget.select()}
          rightSection={<CopyButton text={link} label={t('Copy the link for {email}', { email })} />}
        />
      ))}
      <div className={dialog.buttons}>
        <Button onClick={onClose}>{t('Done')}</Button>
      </div>
    </>
  )
}
