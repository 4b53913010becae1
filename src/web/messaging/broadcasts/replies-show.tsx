// Replies to a broadcast, unanswered ones first. The user answers each without leaving the page.
import { Skeleton } from '@mantine/core'
import { IconMessage } from '@tabler/icons-react'
import type { Broadcast } from '../../../contract/broadcasts.ts'
import { t } from '../../platform/lib/text.ts'
import { Stack } from '../../platform/ui/box.tsx'
import { Empty } from '../../platform/ui/empty.tsx'
import { Section } from '../../platform/ui/section.tsx'
import { ReplyList } from '../replies/reply-panel.tsx'
import type { useReplyCounts } from './reply-counts.ts'

interface RepliesShowProps {
  broadcast: Broadcast
  counts: ReturnType<typeof useReplyCounts>
}

export function RepliesShow({ broadcast: { id, replied }, counts: { waiting, all } }: RepliesShowProps) {
  // The broadcast counts a reply a moment before the list has it.
  if (all === undefined || waiting === undefined || (all === 0 && replied > 0))
    return <Skeleton height="8rem" role="status" aria-label={t('Loading…')} />
  if (all === 0)
    return (
      <Section>
        <Empty
          icon={IconMessage}
          title={t('No replies yet')}
          text={t('Replies to this broadcast appear here and on each contact.')}
        />
      </Section>
    )
  return (
    <Stack gap={16}>
      {waiting > 0 && (
        <Section title={t('Waiting for an answer ({count})', { count: waiting })} flush>
          <ReplyList about={{ broadcast_id: id, unanswered: 'true' }} empty={null} />
        </Section>
      )}
      {all > waiting && (
        <Section title={t('Answered')} flush>
          <ReplyList about={{ broadcast_id: id, unanswered: 'false' }} empty={null} />
        </Section>
      )}
    </Stack>
  )
}
