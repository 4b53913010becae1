// The tags of a record.
import type { TagLabel } from '../../contract/tags.ts'
import { t } from '../lib/text.ts'
import { ColorBadge } from '../ui/color-badge.tsx'
import styles from './tag-badge.module.css'

export function TagBadge({ tag: { name, color } }: { tag: Pick<TagLabel, 'name' | 'color'> }) {
  return <ColorBadge color={color}>{name}</ColorBadge>
}

/** `most`: how many are shown where there is little room; the others are counted, and named under the pointer. */
export function TagBadges({ tags, most }: { tags: readonly TagLabel[]; most?: number }) {
  const rest = most === undefined ? [] : tags.slice(most)
  return (
    <span className={styles.tags} data-one-line={most !== undefined || undefined}>
      {tags.slice(0, most).map((tag) => (
        <TagBadge key={tag.id} tag={tag} />
      ))}
      {rest.length > 0 && (
        <span className={styles.rest} title={rest.map(({ name }) => name).join(', ')}>
          {t('+{count} more', { count: rest.length })}
        </span>
      )}
    </span>
  )
}
