// Invites colleagues by email address, then shows the new links, once.
import { Button, Modal, TagsInput, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { mail } from '../../../contract/mail.ts'
import type { RoleId } from '../../../contract/roles.ts'
import { InvitationInput, type MadeInvitation, maxInvited, team } from '../../../contract/team.ts'
import { call, invalidate, query } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { Text } from '../../platform/ui/box.tsx'
import { CopyButton } from '../../platform/ui/copy-button.tsx'
import { DialogButtons } from '../../platform/ui/dialog.tsx'
import { useFocusRestore } from '../../platform/ui/focus-restore.ts'
import { Form, useSaveForm } from '../../platform/ui/form.tsx'
import { SkeletonLines } from '../../platform/ui/skeleton-lines.tsx'
import { RolePicker } from './role-picker.tsx'
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
  const form = useSaveForm<{ emails: string[]; role: RoleId }>({
    schema: InvitationInput,
    initialValues: { emails: [], role: 'member' },
    save: async (body) => {
      const { data } = await call(team.invite, { body })
      void invalidate(client, team.get.path)
      onMade(data)
    },
  })
  return (
    <Form form={form} submitLabel={t('Invite')} wide>
      <Text mb={12} dimmed>
        {t('They join this organization and see all its records.')}
      </Text>
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
      <RolePicker {...form.field('role', t('Role'))} description={t('What they may do. It can be changed later.')} />
    </Form>
  )
}

function Links({ made, onClose }: Pick<TeamInviteDialogProps, 'made' | 'onClose'>) {
  const { data: mails } = useQuery(query(mail.delivery))
  if (!mails) return <SkeletonLines height={8} />
  return (
    <>
      <Text mb={12} dimmed>
        {mails.delivery === 'smtp'
          ? t('An email with the link is being sent. You can also pass the link on yourself: it is shown only once.')
          : t('This installation has no mail server: copy the link and pass it on. It is shown only once.')}
      </Text>
      <Text mb={12} dimmed>
        {t('Each link is valid for 7 days, works once, and only for its address.')}
      </Text>
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
      <DialogButtons>
        <Button onClick={onClose}>{t('Done')}</Button>
      </DialogButtons>
    </>
  )
}
