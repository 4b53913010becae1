// Links to the source of a broadcast and to its copies and follow-ups.
import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import type { Broadcast, SourcePart } from '../../../contract/broadcasts.ts'
import { t } from '../../platform/lib/text.ts'
import { PlainList, Row, Text } from '../../platform/ui/box.tsx'
import { BroadcastBadge } from './broadcast-badge.tsx'

export function LinkedList({ broadcast: { source, follow_ups } }: { broadcast: Broadcast }) {
  if (!source && follow_ups.length === 0) return null
  return (
    <PlainList gap={6} mb={16} aria-label={t('Linked broadcasts')}>
      {source && (
        <Row as="li" gap={8} rowGap={4} wrap>
          <Text as="span" dimmed>
            {t(from[source.part])}
          </Text>
          <Anchor component={Link} to={`/broadcasts/${source.id}`} underline="always" inherit>
            {source.name}
          </Anchor>
        </Row>
      )}
      {follow_ups.map(({ id, name, status, part }) => (
        <Row as="li" key={id} gap={8} rowGap={4} wrap>
          <Text as="span" dimmed>
            {t(into[part])}
          </Text>
          <Anchor component={Link} to={`/broadcasts/${id}`} underline="always" inherit>
            {name}
          </Anchor>
          <BroadcastBadge status={status} />
        </Row>
      ))}
    </PlainList>
  )
}

const from: Record<SourcePart, string> = {
  copy: 'Copy of',
  failed: 'For failed recipients of:',
  not_sent: 'For recipients not reached by',
  not_read: 'For recipients who did not read',
  not_replied: 'For recipients who did not answer',
}

const into: Record<SourcePart, string> = {
  copy: 'Copied as',
  failed: 'Resent as',
  not_sent: 'For recipients not reached:',
  not_read: 'For recipients who did not read it:',
  not_replied: 'For recipients who did not answer:',
}
