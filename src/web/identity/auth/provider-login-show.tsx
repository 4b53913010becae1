// Login with the identity provider: the button that leads there, and what happens when the user comes back.
import { Alert, Button } from '@mantine/core'
import { IconLogin2 } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { Tokens } from '../../../contract/auth.ts'
import { loginProvider } from '../../../contract/login-provider.ts'
import { ApiError, call } from '../../api.ts'
import { deviceTokens } from '../../platform/lib/device-tokens.ts'
import { saveLanguageForSignIn } from '../../platform/lib/languages.ts'
import { leaveForProvider, type ProviderReturn, takeReturn } from '../../platform/lib/provider-return.ts'
import { language, t } from '../../platform/lib/text.ts'
import { Stack } from '../../platform/ui/box.tsx'
import { browserCountry } from './country.ts'

/** The second step that the login asks for. */
export interface SecondStep {
  challenge: string
  has_passkey: boolean
  has_code: boolean
}

interface ProviderLoginShowProps {
  /** Name of the provider; null if there is none or while it loads. */
  provider: string | null
  /** The user has just come back from the provider. */
  isBack?: boolean
  /** Token of the invitation that the user is about to accept. */
  invite?: string | undefined
  onEnter?: (tokens: Tokens) => void
  onSecondStep?: (needed: SecondStep) => void
}

export default function ProviderLoginShow(props: ProviderLoginShowProps) {
  const { provider, isBack = false, invite, onEnter, onSecondStep } = props
  const [busy, setBusy] = useState(isBack)
  const [error, setError] = useState<Error>()

  async function finish(back: ProviderReturn) {
    const country = browserCountry()
    const newcomer = { locale: language(), ...(country && { country }), ...(invite !== undefined && { invite }) }
    try {
      const tokens = await call(loginProvider.finish, { body: { ...back, ...newcomer, device_tokens: deviceTokens() } })
      saveLanguageForSignIn()
      onEnter?.(tokens)
    } catch (refusal) {
      if (refusal instanceof ApiError && refusal.code === 'second_factor_required')
        return onSecondStep?.(refusal.current as SecondStep)
      setError(refusal as Error)
      setBusy(false)
    }
  }
  useEffect(() => {
    const returned = takeReturn('login')
    if (returned) void finish(returned)
  }, [])

  async function go() {
    setBusy(true)
    setError(undefined)
    try {
      const { url, attempt } = await call(loginProvider.start)
      leaveForProvider(url, { purpose: 'login', attempt })
    } catch (failure) {
      setError(failure as Error)
      setBusy(false)
    }
  }
  if (!provider && !isBack) return null
  return (
    <Stack gap={12} mt={12}>
      {error && (
        <Alert color="red" variant="light" role="alert">
          {error.message}
        </Alert>
      )}
      <Button
        variant="default"
        fullWidth
        loading={busy}
        leftSection={<IconLogin2 size={16} aria-hidden />}
        onClick={go}
      >
        {provider ? t('Continue with {provider}', { provider }) : t('Log in')}
      </Button>
    </Stack>
  )
}
