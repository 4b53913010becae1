// Section with the user's API tokens, and a button that makes one.
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { apiTokens } from '../../../contract/api-tokens.ts'
import { query } from '../../api.ts'
import { useMayOrWait } from '../../platform/lib/permissions.ts'
import { t } from '../../platform/lib/text.ts'
import { Row, Text } from '../../platform/ui/box.tsx'
import { ErrorState } from '../../platform/ui/empty.tsx'
import { SkeletonLines } from '../../platform/ui/skeleton-lines.tsx'
import { ApiTokenList } from './api-token-list.tsx'

const ApiTokenDialog = lazy(() => import('./api-token-dialog.tsx'))

export function ApiTokenShow() {
  const { data, error, refetch } = useQuery({ ...query(apiTokens.list), staleTime: 0 })
  const [isMaking, setMaking] = useState(false)
  if (!data && error) return <ErrorState error={error} onRetry={() => refetch()} />
  if (!data) return <SkeletonLines height={4} />
  return (
    <>
      {data.data.length > 0 && (
        <ApiTokenList label={t('Your API tokens')} tokens={data.data} revoke={apiTokens.revoke} />
      )}
      <Row gap={8} wrap fillOnPhone mt={12}>
        <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setMaking(true)}>
          {t('Make a token')}
        </Button>
        <Button component="a" href="/api/docs" target="_blank" variant="subtle">
          {t('API reference')}
        </Button>
      </Row>
      {isMaking && (
        <Suspense>
          <ApiTokenDialog onClose={() => setMaking(false)} />
        </Suspense>
      )}
    </>
  )
}

/** The API tokens of all members, for users who may manage the team. */
export function TeamApiTokenShow() {
  // The section is shown until the profile is loaded, even to members whom the server would refuse, so the request waits.
  const enabled = useMayOrWait('manage_team') === true
  const { data, error, refetch } = useQuery({ ...query(apiTokens.ofTeam), staleTime: 0, enabled })
  if (!data && error) return <ErrorState error={error} onRetry={() => refetch()} />
  if (!data) return <SkeletonLines height={4} />
  if (data.data.length === 0) return <Text dimmed>{t('Nobody in the team has an API token.')}</Text>
  return <ApiTokenList label={t('API tokens of the team')} tokens={data.data} revoke={apiTokens.revokeOfMember} />
}
