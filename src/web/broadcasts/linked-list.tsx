// Links to the source of a broadcast and to its copies and follow-ups.
import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import type { Broadcast, SourcePart } from '../../contract/broadcasts.ts'
import { t } from '../lib/text.ts'
import { BroadcastBadge } from './broadcast-badge.tsx'
import styles from './linked-list.module.css'

export function LinkedList({ broadcast: { source, follow_ups } }: { broadcast: Broadcast }) {
  if (!source && follow_ups.length === 0) return null
  return (
    <ul className={styles.linked} aria-label={t('Linked broadcasts')}>
      {source && (
        <li>
          <span className={styles.part}>{t(from[source.part])}</span>
          <Anchor component={Link} to={`/broadcasts/${source.id}`} underline="always" inherit>
            {source.name}
          </Anchor>
        </li>
      )}
      {follow_ups.map(({ id, name, status, part }) => (
        <li key={id}>
          <span className={styles.part}>{t(into[part])}</span>
          <Anchor component={Link} to={`/broadcasts/${id}`} underline="always" inherit>
            {name}
          </Anchor>
          <BroadcastBadge status={status} />
        </li>
      ))}
    </ul>
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
