// Part of the profile: whether this browser shows notifications, and which other browsers of the user do.
import { Button, Switch, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type PushSubscriber, push } from '../../../contract/push.ts'
import { call, invalidate, query } from '../../api.ts'
import { day } from '../../platform/lib/format.ts'
import { pushSupport } from '../../platform/lib/push-browser.ts'
import { t } from '../../platform/lib/text.ts'
import { PlainList, Row, Stack, Text } from '../../platform/ui/box.tsx'
import { ErrorState } from '../../platform/ui/empty.tsx'
import { notify, notifyError } from '../../platform/ui/notices.tsx'
import { SkeletonLines } from '../../platform/ui/skeleton-lines.tsx'
import { deviceName } from './device-name.ts'
import { turnOff, turnOn } from './push.ts'

export default function PushShow() {
  const { data: list, error, refetch } = useQuery({ ...query(push.list), staleTime: 0 })
  if (!list && error) return <ErrorState error={error} onRetry={() => refetch()} />
  if (!list) return <SkeletonLines height={4} />
  const others = list.data.filter(({ current }) => !current)
  return (
    <Stack gap={16}>
      <ThisBrowser applicationKey={list.application_key} here={list.data.find(({ current }) => current)} />
      {others.length > 0 && <Others browsers={others} />}
    </Stack>
  )
}

function ThisBrowser({ applicationKey, here }: { applicationKey: string; here: PushSubscriber | undefined }) {
  const client = useQueryClient()
  const turning = useMutation({
    mutationFn: () => (here ? turnOff(here.id) : turnOn(applicationKey)),
    onSuccess: (isDone) => {
      if (isDone) notify({ title: here ? t('Notifications turned off') : t('Notifications turned on') })
      return invalidate(client, push.list.path)
    },
    onError: (failure) => notifyError(said(failure), t('Could not change notifications')),
  })
  const support = pushSupport()
  if (support !== 'ready')
    return (
      <Text note fill="neutral">
        {reasonOf(support)}
      </Text>
    )
  return (
    <Switch
      label={t('Notify me in this browser')}
      description={t(
        'Also while Kabar is closed. Notifications stop when you log out, and return when you log in here again.',
      )}
      checked={here !== undefined}
      disabled={turning.isPending}
      onChange={() => turning.mutate()}
    />
  )
}

/** The browser's own sentence is English and about its push service. */
const said = (failure: Error) =>
  failure instanceof DOMException
    ? new Error(t('The browser could not reach its push service. Try again later.'))
    : failure

function reasonOf(support: Exclude<ReturnType<typeof pushSupport>, 'ready'>) {
  if (support === 'denied')
    return t(
      'This browser blocks notifications from Kabar. Allow them in the site settings beside the address, then reload this page.',
    )
  if (support === 'insecure')
    return t('Browsers show no notifications without HTTPS. Whoever runs Kabar can turn it on.')
  if (support === 'home_screen')
    return t(
      'On an iPhone or iPad, first add Kabar to the home screen: in Safari, Share, then Add to Home Screen. Open it there, and turn notifications on here.',
    )
  return t('This browser cannot show notifications.')
}

function Others({ browsers }: { browsers: PushSubscriber[] }) {
  const client = useQueryClient()
  const removing = useMutation({
    mutationFn: (id: string) => call(push.remove, { params: { id } }),
    onSuccess: () => notify({ title: t('Browser removed') }),
    onError: (failure) => notifyError(failure, t('Could not change notifications')),
    onSettled: () => invalidate(client, push.list.path),
  })
  return (
    <Stack gap={4}>
      <Title order={3}>{t('Other browsers with notifications')}</Title>
      <PlainList divided>
        {browsers.map(({ id, browser, system, created_at }) => {
          const name = deviceName(browser, system)
          return (
            <Row as="li" key={id} gap={16} rowGap={4} justify="between" wrap py={8}>
              <div>
                <Text weight={500}>{name}</Text>
                <Text size={14} dimmed>
                  {t('Added {day}', { day: day(created_at) })}
                </Text>
              </div>
              <Button
                variant="subtle"
                color="red"
                size="compact-sm"
                loading={removing.isPending && removing.variables === id}
                onClick={() => removing.mutate(id)}
                aria-label={t('Remove “{name}”', { name })}
              >
                {t('Remove')}
              </Button>
            </Row>
          )
        })}
      </PlainList>
    </Stack>
  )
}
