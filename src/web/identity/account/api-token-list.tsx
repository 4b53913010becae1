// API tokens of the user or of the team: what each may do, when it was last used, and a button to revoke it.
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { type ApiToken, apiTokens, type TeamApiToken } from '../../../contract/api-tokens.ts'
import { call, invalidate } from '../../api.ts'
import { day } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { useAgo } from '../../platform/lib/use-ago.ts'
import { ToneBadge } from '../../platform/ui/badge.tsx'
import { PlainList, Row, Stack, Text } from '../../platform/ui/box.tsx'
import { notify, notifyError } from '../../platform/ui/notices.tsx'
import { permissionLabels } from './labels.ts'
import styles from './team-list.module.css'

const ConfirmDialog = lazy(() => import('../../platform/ui/confirm-dialog.tsx'))

type Shown = ApiToken & Partial<Pick<TeamApiToken, 'user'>>

interface ApiTokenListProps {
  label: string
  tokens: readonly Shown[]
  revoke: typeof apiTokens.revoke | typeof apiTokens.revokeOfMember
}

export function ApiTokenList({ label, tokens, revoke }: ApiTokenListProps) {
  const client = useQueryClient()
  const [asking, setAsking] = useState<Shown>()
  const revoking = useMutation({
    mutationFn: ({ id }: Shown) => call(revoke, { params: { id } }),
    onSuccess: (_, { name }) => notify({ title: t('Token {name} revoked', { name }) }),
    onError: (error) => notifyError(error, t('The token could not be revoked')),
    onSettled: () => {
      setAsking(undefined)
      return invalidate(client, apiTokens.list.path, apiTokens.ofTeam.path)
    },
  })
  return (
    <>
      <PlainList aria-label={label}>
        {tokens.map((token) => (
          <TokenShow key={token.id} token={token} onRevoke={() => setAsking(token)} />
        ))}
      </PlainList>
      {asking && (
        <Suspense>
          <ConfirmDialog
            title={t('Revoke the token {name}?', { name: asking.name })}
            text={t('The program that uses it is refused from now on. This cannot be undone.')}
            confirmLabel={t('Revoke')}
            danger
            onConfirm={() => revoking.mutateAsync(asking).catch(() => {})}
            onClose={() => setAsking(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}

function TokenShow({ token, onRevoke }: { token: Shown; onRevoke: () => void }) {
  const { name, permissions, created_at, expires_at, user } = token
  const labels = permissionLabels()
  const isExpired = expires_at !== null && Date.parse(expires_at) <= Date.now()
  return (
    <Row as="li" gap={16} rowGap={8} justify="between" wrap py={12} className={styles.row}>
      <Stack gap={2} breakWords className={styles.who}>
        <Row as="span" gap={10} rowGap={4} wrap>
          <Text as="span" weight={500}>
            {name}
          </Text>
          {isExpired && <ToneBadge tone="neutral">{t('Expired')}</ToneBadge>}
          {expires_at === null && <ToneBadge tone="warning">{t('Never expires')}</ToneBadge>}
        </Row>
        {user && (
          <Text as="span" size={14} dimmed>
            {user.name}
          </Text>
        )}
        <Text as="span" size={14} dimmed>
          {permissions.map((permission) => labels[permission]).join(' · ') || t('May only view records')}
        </Text>
        <Text as="span" size={14} dimmed>
          {t('Made on {day}', { day: day(created_at) })}
          {expires_at !== null && ` · ${expiryText(expires_at, isExpired)}`}
        </Text>
        <LastUse token={token} />
      </Stack>
      <Button variant="default" size="xs" onClick={onRevoke} aria-label={t('Revoke the token {name}', { name })}>
        {t('Revoke')}
      </Button>
    </Row>
  )
}

function LastUse({ token: { last_used_at, last_used_from } }: { token: Shown }) {
  const seen = useAgo(last_used_at)
  return (
    <Text as="span" size={14} dimmed>
      {last_used_at ? t('Last used {ago}', { ago: seen }) : t('Never used')}
      {last_used_from && ` · ${t('from {address}', { address: last_used_from })}`}
    </Text>
  )
}

function expiryText(expires_at: string, isExpired: boolean) {
  // A token expires at the end of its last day, so the moment before lies on that day.
  const last = day(new Date(Date.parse(expires_at) - 1).toISOString())
  return isExpired ? t('expired after {day}', { day: last }) : t('works until {day}', { day: last })
}
