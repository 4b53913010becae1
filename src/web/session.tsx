// The signed-in user: profile and logout.
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { auth } from '../contract/auth.ts'
import { users } from '../contract/users.ts'
import { ApiError, call, query, tokens } from './api.ts'
import { deleteDeviceToken, hasDeviceToken, saveDeviceToken } from './platform/lib/device-tokens.ts'
import { setFormat } from './platform/lib/format.ts'
import { keptPush, unsubscribe } from './platform/lib/kept-push.ts'
import { changeLanguage, takeSavedLanguage } from './platform/lib/languages.ts'
import { t } from './platform/lib/text.ts'
import { notify } from './platform/ui/notices.tsx'

/** Fetched once; a 4xx is final, other errors are retried three times, then when the user clicks Retry. */
export function useProfile() {
  const profile = useQuery({
    ...query(users.profile),
    queryFn: readProfile,
    staleTime: Number.POSITIVE_INFINITY,
    retry: (failures, error) => !isClientError(error) && failures < 3,
    refetchInterval: false,
  })
  const { data, error } = profile
  useEffect(() => {
    if (!data) return
    setFormat({ locale: data.locale, timeZone: data.time_zone })
    changeLanguage(data.locale).catch(() => undefined)
  }, [data])
  useEffect(() => {
    if (error instanceof ApiError && error.status === 401) tokens.clear('expired')
  }, [error])
  return profile
}

/** Fetches a device token, so that failed attempts by others do not lock the user out of this device. */
export function useDeviceToken() {
  const id = useProfile().data?.id
  useEffect(() => {
    if (id && !hasDeviceToken(id)) renewDeviceToken(id)
  }, [id])
}

/** If it fails, the next page load retries. */
export function renewDeviceToken(id: string) {
  deleteDeviceToken(id)
  call(auth.deviceToken).then(
    ({ device_token }) => saveDeviceToken(id, device_token),
    () => undefined,
  )
}

/**
 * Takes effect immediately, in all tabs; the server is notified in the background. The query cache is discarded with
 * the layout that owns it.
 */
export function logOut() {
  const refresh_token = tokens.refreshToken() ?? undefined
  tokens.clear('left')
  notify({ title: t('Logged out successfully'), text: t('You have been logged out of your account.') })
  // A notification that is still on its way must not be shown to the next user of this browser.
  if (keptPush()) void unsubscribe()
  call(auth.logout, { body: { refresh_token } }, { keepalive: true }).catch(() => undefined)
}

/** After the account was deleted, there is no session to end. */
export function accountGone() {
  tokens.clear('left')
  notify({
    title: t('Account deleted'),
    text: t('Your account has been deleted.'),
  })
}

async function readProfile({ signal }: { signal: AbortSignal }) {
  const locale = takeSavedLanguage()
  const profile = await (locale ? call(users.updateProfile, { body: { locale } }) : call(users.profile, {}, { signal }))
  // Sets the formats before the first rendering: on a new device the bar of a restored copy shows a time at once.
  setFormat({ locale: profile.locale, timeZone: profile.time_zone })
  return profile
}

function isClientError(error: unknown) {
  return error instanceof ApiError && error.status >= 400 && error.status < 500
}
