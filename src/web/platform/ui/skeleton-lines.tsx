// Skeleton of loading text, about as high as the content will be.
import { Skeleton } from '@mantine/core'
import { t } from '../lib/text.ts'
import styles from './skeleton-lines.module.css'

/** In percent: neighboring lines differ in length. */
const widths = [38, 86, 72, 94, 54, 80]

/** `height` in rem. */
export function SkeletonLines({ height }: { height: number }) {
  return (
    <div className={styles.lines} style={{ height: `${height}rem` }} role="status" aria-label={t('Loading…')}>
      {Array.from({ length: Math.floor(height / 2) }, (_, index) => (
        <Skeleton key={index} height={12} radius="sm" width={`${widths[index % widths.length]}%`} />
      ))}
    </div>
  )
}
