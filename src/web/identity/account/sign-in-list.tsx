// The user's sign-ins, and signing out of all others.
import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { auth, type SignIn } from '../../../contract/auth.ts'
import { call, invalidate, query } from '../../api.ts'
import { dateTime } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { useAgo } from '../../platform/lib/use-ago.ts'
import { ToneBadge } from '../../platform/ui/badge.tsx'
import { PlainList, Row, Text } from '../../platform/ui/box.tsx'
import { ErrorState } from '../../platform/ui/empty.tsx'
import { notify, notifyError } from '../../platform/ui/notices.tsx'
import { SkeletonLines } from '../../platform/ui/skeleton-lines.tsx'
import { deviceName } from './device-name.ts'
import styles from './sign-in-list.module.css'

export function SignInList() {
  const client = useQueryClient()
  const { data: signIns, error, refetch } = useQuery({ ...query(auth.sessions), staleTime: 0 })
  const leaving = useMutation({
    mutationFn: () => call(auth.endOtherSessions),
    onSuccess: () => {
      notify({ title: t('Logged out everywhere else'), text: t('API tokens keep working.') })
      return invalidate(client, auth.sessions.path)
    },
    onError: (failure) => notifyError(failure, t('Could not log out')),
  })
  const ending = useMutation({
    mutationFn: (id: string) => call(auth.endSession, { params: { id } }),
    onSuccess: () => {
      notify({ title: t('Device logged out') })
      return invalidate(client, auth.sessions.path)
    },
    onError: (failure) => notifyError(failure, t('Could not log out')),
  })
  if (!signIns && error) return <ErrorState error={error} onRetry={() => refetch()} />
  if (!signIns) return <SkeletonLines height={4} />
  return (
    <>
      <PlainList>
        {signIns.data.map((signIn) => (
          <Place
            key={signIn.id}
            signIn={signIn}
            isEnding={ending.isPending && ending.variables === signIn.id}
            onEnd={() => ending.mutate(signIn.id)}
          />
        ))}
      </PlainList>
      {signIns.data.length > 1 && (
        <Button variant="default" mt="xs" loading={leaving.isPending} onClick={() => leaving.mutate()}>
          {t('Log out everywhere else')}
        </Button>
      )}
    </>
  )
}

function Place({ signIn, isEnding, onEnd }: { signIn: SignIn; isEnding: boolean; onEnd: () => void }) {
  const { browser, system, address, current, created_at, last_seen_at } = signIn
  const seen = useAgo(last_seen_at)
  return (
    <li className={styles.place}>
      <Row as="span" gap={10} rowGap={4} wrap weight={500} className={styles.device}>
        {deviceName(browser, system)}
        {current && <ToneBadge tone="good">{t('This browser')}</ToneBadge>}
      </Row>
      <Text as="span" size={14} dimmed className={styles.times}>
        {t('Logged in {time}', { time: dateTime(created_at) })}
        {!current && ` · ${t('last seen {ago}', { ago: seen })}`}
        {address && ` · ${t('from {address}', { address })}`}
      </Text>
      {!current && (
        <Button
          variant="subtle"
          size="compact-sm"
          className={styles.end}
          loading={isEnding}
          onClick={onEnd}
          aria-label={t('Log out {device}', { device: deviceName(browser, system) })}
        >
          {t('Log out')}
        </Button>
      )}
    </li>
  )
}
