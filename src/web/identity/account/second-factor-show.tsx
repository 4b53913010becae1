// Whether two-step login is on, with buttons to set it up, change it and turn it off.
import { Button } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { type SecondFactor, secondFactor } from '../../../contract/second-factor.ts'
import { users } from '../../../contract/users.ts'
import { call, invalidate, query } from '../../api.ts'
import { day } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { ToneBadge } from '../../platform/ui/badge.tsx'
import { Row, Stack, Text } from '../../platform/ui/box.tsx'
import { ErrorState } from '../../platform/ui/empty.tsx'
import { notify } from '../../platform/ui/notices.tsx'
import { SkeletonLines } from '../../platform/ui/skeleton-lines.tsx'
import { useProfile } from '../../session.tsx'
import type { SecondFactorTask } from './second-factor-dialog.tsx'
import { useActions } from './use-actions.ts'

const SecondFactorDialog = lazy(() => import('./second-factor-dialog.tsx'))

export function SecondFactorShow() {
  const { data, error, refetch } = useQuery({ ...query(secondFactor.get), staleTime: 0 })
  const [task, setTask] = useState<SecondFactorTask>()
  if (error) return <ErrorState error={error} onRetry={() => refetch()} />
  if (!data) return <SkeletonLines height={4} />
  return (
    <>
      {data.is_on ? (
        <On factor={data} onTask={setTask} />
      ) : (
        <Button leftSection={<IconShieldCheck size={16} aria-hidden />} onClick={() => setTask('app')}>
          {t('Turn on two-step login')}
        </Button>
      )}
      {task && (
        <Suspense>
          <SecondFactorDialog task={task} onClose={() => setTask(undefined)} />
        </Suspense>
      )}
    </>
  )
}

interface OnProps {
  factor: SecondFactor
  onTask: (task: SecondFactorTask) => void
}

function On({ factor, onTask }: OnProps) {
  const { confirmed_at: since, recovery_codes_left, remembered_devices, is_required } = factor
  const client = useQueryClient()
  const hasPasskey = useProfile().data?.has_passkey === true
  const press = useActions(secondFactor.get.path)
  return (
    <Stack gap={16}>
      <Stack gap={4}>
        <Row gap={10} rowGap={4} wrap>
          <ToneBadge tone="good">{t('On')}</ToneBadge>
          <Text as="span">
            {since
              ? t('with an authenticator app since {day}', { day: day(since) })
              : t('with your passkeys, without an authenticator app')}
          </Text>
        </Row>
        <Text size={14} tone={recovery_codes_left < 3 ? 'warning' : undefined} dimmed={recovery_codes_left >= 3}>
          {t.plural(recovery_codes_left, '{count} recovery code left', '{count} recovery codes left')}
        </Text>
        {remembered_devices > 0 && (
          <Text size={14} dimmed>
            {t.plural(
              remembered_devices,
              '{count} device on which no code is asked for',
              '{count} devices on which no code is asked for',
            )}
          </Text>
        )}
      </Stack>
      <Row gap={8} wrap fillOnPhone>
        <Button variant="default" onClick={() => onTask('codes')}>
          {t('New recovery codes')}
        </Button>
        <Button variant="default" onClick={() => onTask('app')}>
          {since ? t('Move to another app') : t('Set up an authenticator app')}
        </Button>
        {remembered_devices > 0 && (
          <Button
            variant="default"
            {...press('forget', {
              work: () => call(secondFactor.forgetDevices),
              onDone: () => notify({ title: t('All devices will ask for a code again') }),
              failure: t('Action failed'),
            })}
          >
            {t('Ask for a code on all devices')}
          </Button>
        )}
        {since && (hasPasskey || !is_required) && (
          <Button
            variant="subtle"
            color="red"
            {...press('off', {
              work: () => call(secondFactor.turnOff),
              onDone: () => {
                notify({ title: hasPasskey ? t('Authenticator app removed') : t('Two-step login is off') })
                return invalidate(client, users.profile.path)
              },
              failure: t('Action failed'),
            })}
          >
            {hasPasskey ? t('Remove the app') : t('Turn off')}
          </Button>
        )}
      </Row>
      {is_required && (
        <Text size={13} dimmed>
          {t('Your organization requires two-step login.')}
        </Text>
      )}
    </Stack>
  )
}
