// Warns that a reminder still has the same text as the broadcast that it follows.

import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type Broadcast, broadcasts } from '../../../contract/broadcasts.ts'
import { query } from '../../api.ts'
import { day } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { Text } from '../../platform/ui/box.tsx'
import type { Draft } from './draft.ts'

interface FollowUpShowProps {
  source: Broadcast['source'] | undefined
  draft: Pick<Draft, 'source' | 'body'>
}

export function FollowUpShow({ source, draft }: FollowUpShowProps) {
  const isReminder = source?.part === 'not_read' || source?.part === 'not_replied'
  const { data } = useQuery({
    ...query(broadcasts.get, { params: { id: source?.id ?? '' } }),
    enabled: isReminder,
  })
  if (!source || !isReminder || !data?.started_at || draft.source !== 'own' || draft.body !== data.body) return null
  return (
    <Text note fill="warning" mb={16} role="status">
      {t('These people already got this text on {day}, in', { day: day(data.started_at) })}{' '}
      <Anchor component={Link} to={`/broadcasts/${source.id}`} inherit underline="always">
        {source.name}
      </Anchor>
      {'. '}
      {t('Change it, so that they do not read the same message twice.')}
    </Text>
  )
}
