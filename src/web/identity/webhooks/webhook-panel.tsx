// Section of the account page: the webhooks of the organization.
import { Anchor, Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { maxWebhooks, type Webhook, webhooks } from '../../../contract/webhooks.ts'
import { isDemo, query } from '../../api.ts'
import { useMayOrWait } from '../../platform/lib/permissions.ts'
import { t } from '../../platform/lib/text.ts'
import { ToneBadge } from '../../platform/ui/badge.tsx'
import { PlainList, Row, Stack, Text } from '../../platform/ui/box.tsx'
import { ErrorState } from '../../platform/ui/empty.tsx'
import { Lacking, May } from '../../platform/ui/may.tsx'
import { Section } from '../../platform/ui/section.tsx'
import { SkeletonLines } from '../../platform/ui/skeleton-lines.tsx'
import { stateOf, troubleOf } from './words.ts'

const WebhookAddDialog = lazy(() => import('./webhook-add-dialog.tsx'))

export function WebhookSection() {
  return (
    <Section
      title={t('Webhooks')}
      text={t('Kabar tells another program, such as your accounting or a chat, as soon as something changes here.')}
    >
      <May permission="manage_settings" otherwise={<Lacking permission="manage_settings" />}>
        <May permission="see_amounts" otherwise={<Lacking permission="see_amounts" />}>
          <WebhookList />
        </May>
      </May>
    </Section>
  )
}

function WebhookList() {
  const mayManage = useMayOrWait('manage_settings') === true
  const seesAmounts = useMayOrWait('see_amounts') === true
  const { data, error, refetch } = useQuery({
    ...query(webhooks.list),
    staleTime: 0,
    enabled: mayManage && seesAmounts,
  })
  const [adding, setAdding] = useState(false)
  if (!data && error) return <ErrorState error={error} onRetry={() => refetch()} />
  if (!data) return <SkeletonLines height={4} />
  const isFull = data.data.length >= maxWebhooks
  return (
    <Stack gap={16}>
      {data.data.length > 0 ? (
        <PlainList divided aria-label={t('Webhooks')}>
          {data.data.map((webhook) => (
            <WebhookRow key={webhook.id} webhook={webhook} />
          ))}
        </PlainList>
      ) : (
        <Text dimmed>{t('No webhooks yet.')}</Text>
      )}
      <div>
        <Button
          variant="default"
          disabled={isDemo() || isFull}
          aria-describedby={isDemo() || isFull ? 'webhook-why' : undefined}
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => setAdding(true)}
        >
          {t('Add webhook')}
        </Button>
        {(isDemo() || isFull) && (
          <Text id="webhook-why" size={13} dimmed mt={8}>
            {isDemo()
              ? t('Nothing leaves the sample data. Go back to your organization first.')
              : t('An organization has at most {max} webhooks.', { max: maxWebhooks })}
          </Text>
        )}
      </div>
      {adding && (
        <Suspense>
          <WebhookAddDialog onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </Stack>
  )
}

function WebhookRow({ webhook }: { webhook: Webhook }) {
  const { id, name, url, events, waiting } = webhook
  const { label, tone } = stateOf(webhook)
  const trouble = troubleOf(webhook)
  const counts = [t.plural(events.length, '{count} event', '{count} events')]
  if (waiting > 0) counts.push(t.plural(waiting, '{count} delivery waiting', '{count} deliveries waiting'))
  return (
    <Stack as="li" gap={2} py={12} breakWords>
      <Row gap={12} justify="between" wrap>
        <Anchor component={Link} to={`/account/webhooks/${id}`} fw={500}>
          {name}
        </Anchor>
        <ToneBadge tone={tone} dot>
          {label}
        </ToneBadge>
      </Row>
      <Text as="span" size={14} dimmed>
        {url}
      </Text>
      <Text as="span" size={14} dimmed>
        {counts.join(' · ')}
      </Text>
      {trouble && (
        <Text as="span" size={14} tone={webhook.active ? 'warning' : 'bad'}>
          {trouble}
        </Text>
      )}
    </Stack>
  )
}
