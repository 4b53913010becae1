// Button that adds a passkey, then shows the first recovery codes and asks for a name.
import { Button } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { type Passkey, passkeys } from '../../../contract/passkeys.ts'
import { call } from '../../api.ts'
import { passkeyPrompts } from '../../platform/lib/passkeys.ts'
import { t } from '../../platform/lib/text.ts'
import { notifyError } from '../../platform/ui/notices.tsx'

const PasskeyEditDialog = lazy(() => import('./passkey-edit-dialog.tsx'))

export function PasskeyAddPanel({ onDone }: { onDone: () => void }) {
  const [added, setAdded] = useState<{ passkey: Passkey; recovery_codes: string[] }>()
  const adding = useMutation({
    mutationFn: async () => {
      const creation = await call(passkeys.creation)
      const { makePasskey } = await passkeyPrompts()
      const passkey = await makePasskey(creation)
      return passkey && (await call(passkeys.create, { body: { passkey } }))
    },
    // Undefined if the user cancelled.
    onSuccess: setAdded,
    onError: (error) => notifyError(error, t('Could not add a passkey')),
  })
  const close = () => {
    setAdded(undefined)
    onDone()
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconKey size={16} aria-hidden />}
        loading={adding.isPending}
        onClick={() => adding.mutate()}
      >
        {t('Add a passkey')}
      </Button>
      {added && (
        <Suspense>
          <PasskeyEditDialog {...added} title={t('Passkey added')} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
