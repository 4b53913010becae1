// Button that logs in with a passkey: alone, or as the second step.
import { Alert, Button, type ButtonProps } from '@mantine/core'
import { useState } from 'react'
import type { Tokens } from '../../../contract/auth.ts'
import { t } from '../../platform/lib/text.ts'
import styles from './auth.module.css'
import type { SecondStep } from './passkey-login.ts'

interface PasskeyLoginPanelProps extends Pick<ButtonProps, 'variant'> {
  label: string
  step?: SecondStep
  onEnter: (tokens: Tokens) => void
}

export function PasskeyLoginPanel({ label, step, variant, onEnter }: PasskeyLoginPanelProps) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  async function press() {
    setBusy(true)
    setFailure(undefined)
    try {
      const { loginByPasskey } = await import('./passkey-login.ts')
      const tokens = await loginByPasskey(step)
      if (tokens) onEnter(tokens)
    } catch (error) {
      setFailure((error as Error).message || t('Something went wrong. Try again.'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.passkey}>
      {failure && (
        <Alert color="red" variant="light" role="alert" mb={12}>
          {failure}
        </Alert>
      )}
      <Button {...(variant && { variant })} fullWidth loading={isBusy} onClick={press}>
        {label}
      </Button>
    </div>
  )
}
