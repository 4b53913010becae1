// Tags of a record.
import { VisuallyHidden } from '@mantine/core'
import type { CSSProperties } from 'react'
import type { TagLabel } from '../../../contract/tags.ts'
import { number } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { Row, Text } from '../../platform/ui/box.tsx'
import { ColorBadge } from '../../platform/ui/color-badge.tsx'
import styles from './tag-badge.module.css'

export function TagBadge({ tag: { name, color } }: { tag: Pick<TagLabel, 'name' | 'color'> }) {
  return <ColorBadge color={color}>{name}</ColorBadge>
}

/** `most`: number of tags shown in narrow places; a tooltip names the others, which are counted. */
export function TagBadges({ tags, most }: { tags: readonly TagLabel[]; most?: number }) {
  const shown = tags.slice(0, most)
  const rest = tags.slice(shown.length)
  const count = number(rest.length)
  const names = rest.map(({ name }) => name).join(', ')
  return (
    <Row
      as="span"
      inline
      gap={4}
      wrap
      className={styles.tags}
      data-one-line={most !== undefined || undefined}
      style={{ '--shown': shown.length, '--rest': rest.length > 0 ? '1.75rem' : '0rem' } as CSSProperties}
    >
      {shown.map((tag) => (
        <TagBadge key={tag.id} tag={tag} />
      ))}
      {rest.length > 0 && (
        <Text as="span" fixed size={12} dimmed title={names}>
          <span aria-hidden>+{count}</span>
          <VisuallyHidden>{t('{count} more: {names}', { count, names })}</VisuallyHidden>
        </Text>
      )}
    </Row>
  )
}
