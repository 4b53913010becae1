// Confirms a new address by the link from the email: `/account?email_token=…`.
import { Alert, Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { auth } from '../../../contract/auth.ts'
import { users } from '../../../contract/users.ts'
import { ApiError, call, invalidate } from '../../api.ts'
import { changeLanguage } from '../../platform/lib/languages.ts'
import { t } from '../../platform/lib/text.ts'
import { Text } from '../../platform/ui/box.tsx'
import { notify } from '../../platform/ui/notices.tsx'
import { useProfile } from '../../session.tsx'

export function EmailConfirmShow() {
  const client = useQueryClient()
  const token = useSearchParams()[0].get('email_token')
  const { hash } = useLocation()
  const navigate = useNavigate()
  const [failure, setFailure] = useState<Error>()
  const locale = useProfile().data?.locale

  useEffect(() => {
    if (!token || !locale || failure) return
    confirmed(token, locale).then(
      () => {
        void invalidate(client, users.profile.path)
        void navigate({ hash }, { replace: true })
      },
      (error: Error) => {
        setFailure(error)
        if (!isPassing(error)) void invalidate(client, users.profile.path)
      },
    )
  }, [token, locale, hash, failure, client, navigate])

  if (!token) return null
  if (!failure) {
    return (
      <Alert variant="light" role="status" mb="md">
        {t('Confirming the new address…')}
      </Alert>
    )
  }
  return (
    <Alert
      variant="light"
      color="red"
      role="alert"
      title={t('The new address could not be confirmed')}
      mb="md"
      withCloseButton
      closeButtonLabel={t('Close')}
      onClose={() => void navigate({ hash }, { replace: true })}
    >
      {failure.message}
      {isPassing(failure) && (
        <Text as="div" mt={12}>
          <Button variant="default" size="xs" onClick={() => setFailure(undefined)}>
            {t('Try again')}
          </Button>
        </Text>
      )}
    </Alert>
  )
}

/** Once per link: a change of language renders the page again meanwhile, and a second request would be rejected. */
function confirmed(token: string, locale: string): Promise<void> {
  const pending = confirmations.get(token)
  if (pending) return pending
  const asking = confirm(token, locale).catch((error) => {
    if (isPassing(error)) confirmations.delete(token)
    throw error
  })
  confirmations.set(token, asking)
  return asking
}
const confirmations = new Map<string, Promise<void>>()

async function confirm(token: string, locale: string) {
  // First, so that the result is shown in the user's language.
  await changeLanguage(locale).catch(() => undefined)
  await call(auth.confirmEmail, { body: { token } })
  notify({ title: t('New address confirmed'), text: t('Use it to log in from now on.') })
}

const isPassing = (error: unknown) => !(error instanceof ApiError) || ![400, 409].includes(error.status)
