// Page of a webhook: its state, its actions, and its deliveries.
import { Button, Skeleton } from '@mantine/core'
import { IconWebhook } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { type Webhook, webhooks } from '../../../contract/webhooks.ts'
import { query } from '../../api.ts'
import { dateTime } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { ToneBadge } from '../../platform/ui/badge.tsx'
import { Text } from '../../platform/ui/box.tsx'
import { Empty, ErrorState } from '../../platform/ui/empty.tsx'
import { Page } from '../../platform/ui/page.tsx'
import { Section } from '../../platform/ui/section.tsx'
import { SkeletonLines } from '../../platform/ui/skeleton-lines.tsx'
import { DeliveryList } from './delivery-list.tsx'
import { WebhookActions } from './webhook-action-panel.tsx'
import { eventLabel, stateOf, troubleOf } from './words.ts'

const refetchMs = 5_000

export default function WebhookShow() {
  const { id } = useParams()
  const { data, error, refetch } = useQuery({ ...query(webhooks.list), refetchInterval: refetchMs })
  const webhook = data?.data.find((each) => each.id === id)
  const back = { to: '/account#webhooks', label: t('Webhooks') }
  if (!webhook) {
    return (
      <Page title={data || error ? t('Webhook') : <Skeleton width="12rem" height={24} />} back={back}>
        <Section>
          {data && (
            <Empty
              icon={IconWebhook}
              title={t('Webhook not found')}
              text={t('It may have been deleted, it may belong to another organization, or the address is wrong.')}
              action={
                <Button component={Link} to={back.to} variant="default">
                  {t('Back to {list}', { list: t('Account') })}
                </Button>
              }
            />
          )}
          {!data && (error ? <ErrorState error={error} onRetry={refetch} /> : <SkeletonLines height={12} />)}
        </Section>
      </Page>
    )
  }
  const { label, tone } = stateOf(webhook)
  return (
    <Page
      title={webhook.name}
      beside={
        <ToneBadge tone={tone} dot>
          {label}
        </ToneBadge>
      }
      subtitle={webhook.url}
      back={back}
      actions={<WebhookActions webhook={webhook} />}
    >
      <Notes webhook={webhook} />
      <DeliveryList webhook={webhook} />
    </Page>
  )
}

function Notes({ webhook }: { webhook: Webhook }) {
  const trouble = troubleOf(webhook)
  const { events, previous_secret_until } = webhook
  return (
    <>
      {trouble && (
        <Text note fill={webhook.active ? 'warning' : 'bad'} mb={16} role="alert">
          {trouble}
        </Text>
      )}
      {previous_secret_until && (
        <Text note fill="neutral" mb={16}>
          {t('Until {time} the earlier secret is valid, too.', { time: dateTime(previous_secret_until) })}
        </Text>
      )}
      <Text mb={16} dimmed>
        {t('Events: {events}', { events: events.map(eventLabel).join(', ') })}
      </Text>
    </>
  )
}
