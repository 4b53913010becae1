// Skeleton of a board, as high as the loaded one, so that nothing shifts.
import { Skeleton } from '@mantine/core'
import styles from './board.module.css'

export function BoardSkeleton() {
  return (
    <div className={styles.board} aria-hidden>
      {Array.from({ length: 6 }, (_, lane) => (
        <div key={lane} className={styles.lane}>
          <div className={styles.placeholder}>
            <Skeleton height={14} width="50%" mb={14} />
            <Skeleton height={10} mb={22} />
            {Array.from({ length: 4 - (lane % 3) }, (_, card) => (
              <Skeleton key={card} height={88} mb={8} radius="md" />
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}
