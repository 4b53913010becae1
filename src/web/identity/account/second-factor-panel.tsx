// Sets up an authenticator app: QR code and key, a first code, then the recovery codes.
import { Button, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type SecondFactorSetup, secondFactor } from '../../../contract/second-factor.ts'
import { call } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { Row, Stack, Text } from '../../platform/ui/box.tsx'
import { CopyButton } from '../../platform/ui/copy-button.tsx'
import { DialogButtons } from '../../platform/ui/dialog.tsx'
import { ErrorState } from '../../platform/ui/empty.tsx'
import { Form, useSaveForm } from '../../platform/ui/form.tsx'
import { notifyError } from '../../platform/ui/notices.tsx'
import { SkeletonLines } from '../../platform/ui/skeleton-lines.tsx'
import { RecoveryCodeList } from './recovery-code-list.tsx'
import styles from './second-factor.module.css'

interface SecondFactorPanelProps {
  /** Called when the user has noted the recovery codes. */
  onDone: () => void
  onCancel?: (() => void) | undefined
}

export function SecondFactorPanel({ onDone, onCancel }: SecondFactorPanelProps) {
  const [codes, setCodes] = useState<string[]>()
  const { data, error, refetch } = useQuery({
    // Not the path of the endpoint, so that nothing else refetches it: each request makes a new secret.
    queryKey: ['second-factor-setup'],
    queryFn: () => call(secondFactor.setUp),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  if (codes) return <RecoveryCodeList codes={codes} onDone={onDone} />
  // Without new codes, those that came with a passkey stay valid, so there is nothing to show.
  const confirmed = (given: string[]) => (given.length > 0 ? setCodes(given) : onDone())
  if (data) return <AppForm setup={data} onCodes={confirmed} onCancel={onCancel} />
  if (error) return <ErrorState error={error} onRetry={() => refetch()} />
  return <SkeletonLines height={20} />
}

interface AppFormProps {
  setup: SecondFactorSetup
  onCodes: (codes: string[]) => void
  onCancel?: (() => void) | undefined
}

function AppForm({ setup: { secret, qr }, onCodes, onCancel }: AppFormProps) {
  const form = useSaveForm({
    schema: secondFactor.confirm.body,
    initialValues: { code: '' },
    save: async (body) => onCodes((await call(secondFactor.confirm, { body })).recovery_codes),
  })
  // The dialog focuses its first field when it opens, but this field was still loading then.
  const { element } = form
  useEffect(() => element.current?.querySelector('input')?.focus(), [element])
  const key = secret.replace(/.{4}(?=.)/g, '$& ')
  return (
    <Form form={form} submitLabel={t('Turn on')} {...(onCancel && { onCancel })}>
      <Row gap={24} rowGap={16} align="start" wrap>
        <img src={qr} alt={t('QR code for the authenticator app')} width={192} height={192} className={styles.image} />
        <Stack gap={12} className={styles.how}>
          <ol>
            <li>{t('Open an authenticator app on your phone, such as Google Authenticator, Aegis or 1Password.')}</li>
            <li>{t('Scan this code, or type the key below.')}</li>
            <li>{t('Type the code of six digits that the app shows.')}</li>
          </ol>
          <div>
            <Text size={13} dimmed>
              {t('Key')}
            </Text>
            <Row gap={8}>
              <code className={styles.key}>{key}</code>
              <CopyButton text={secret} label={t('Copy the key')} />
            </Row>
          </div>
        </Stack>
      </Row>
      <TextInput
        {...form.field('code', t('Code'))}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={7}
        required
      />
    </Form>
  )
}

/** Makes new recovery codes; the authenticator app stays. */
export function RecoveryCodesPanel({ onDone, onCancel }: SecondFactorPanelProps) {
  const [codes, setCodes] = useState<string[]>()
  const making = useMutation({
    mutationFn: () => call(secondFactor.renewCodes),
    onSuccess: ({ recovery_codes }) => setCodes(recovery_codes),
    onError: (error) => notifyError(error, t('Action failed')),
  })
  if (codes) return <RecoveryCodeList codes={codes} onDone={onDone} />
  return (
    <>
      <Text dimmed>{t('Your present codes stop working.')}</Text>
      <DialogButtons>
        <Button variant="default" onClick={onCancel}>
          {t('Cancel')}
        </Button>
        <Button loading={making.isPending} onClick={() => making.mutate()} data-autofocus>
          {t('Make new codes')}
        </Button>
      </DialogButtons>
    </>
  )
}
