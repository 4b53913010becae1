// Dialog that asks for a fresh proof: a passkey, or the password and, with two-step login, a code. The request is then repeated.
import { Button, Divider, Modal, PasswordInput, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { auth, PasswordProof, Proof } from '../../contract/auth.ts'
import { passkeys } from '../../contract/passkeys.ts'
import { call } from '../api.ts'
import { hasPasskeys, passkeyPrompts } from '../platform/lib/passkeys.ts'
import { t } from '../platform/lib/text.ts'
import { DialogText } from '../platform/ui/dialog.tsx'
import { useFocusRestore } from '../platform/ui/focus-restore.ts'
import { Form, useSaveForm } from '../platform/ui/form.tsx'
import { notifyError } from '../platform/ui/notices.tsx'
import { ifOnTop } from '../platform/ui/top-dialog.ts'
import { useProfile } from '../session.tsx'

export default function ProofDialog({ onDone }: { onDone: (isProved: boolean) => void }) {
  useFocusRestore()
  const { second_factor, has_passkey } = useProfile().data ?? {}
  const needsCode = second_factor === 'on'
  const form = useSaveForm({
    schema: needsCode ? Proof : PasswordProof,
    initialValues: { password: '', code: '' },
    save: async ({ password, code }) => {
      await call(auth.prove, { body: { password, ...(needsCode && { code }) } })
      onDone(true)
    },
  })
  const cancel = () => onDone(false)
  return (
    <Modal
      opened
      onClose={ifOnTop(cancel)}
      title={t('Confirm that it is you')}
      size="sm"
      zIndex={400}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <DialogText>
        {t('This keeps others from doing it on your computer. Kabar does not ask again for ten minutes.')}
      </DialogText>
      {has_passkey && hasPasskeys() && <PasskeyProof onDone={() => onDone(true)} />}
      <Form form={form} submitLabel={t('Confirm')} onCancel={cancel}>
        <PasswordInput {...form.field('password', t('Password'))} autoComplete="current-password" required />
        {needsCode && (
          <TextInput
            {...form.field('code', t('Code'))}
            description={t('From your authenticator app, or one of your recovery codes.')}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            required
          />
        )}
      </Form>
    </Modal>
  )
}

function PasskeyProof({ onDone }: { onDone: () => void }) {
  const proving = useMutation({
    mutationFn: async () => {
      const request = await call(passkeys.proofRequest)
      const { signWithPasskey } = await passkeyPrompts()
      const passkey = await signWithPasskey(request)
      if (passkey) await call(passkeys.prove, { body: { passkey } })
      return passkey !== undefined
    },
    onSuccess: (isProved) => isProved && onDone(),
    onError: (error) => notifyError(error, t('Could not confirm with a passkey')),
  })
  return (
    <>
      <Button fullWidth loading={proving.isPending} onClick={() => proving.mutate()} data-autofocus>
        {t('Use your passkey')}
      </Button>
      <Divider label={t('or with your password')} my={16} />
    </>
  )
}
