// How much of its limits a session has used, and when it sends the next message.
import { Progress } from '@mantine/core'
import type { WaSession } from '../../contract/wa-sessions.ts'
import { dateTime, number } from '../lib/format.ts'
import { t } from '../lib/text.ts'
import { limitUsageOf, nextText } from './limit-usage.ts'
import styles from './use-show.module.css'

export function UseShow({ session }: { session: WaSession }) {
  const uses = limitUsageOf(session)
  const { next_send } = session
  if (uses.length === 0 && !next_send) return null
  return (
    <div className={styles.use}>
      {uses.length > 0 && (
        <dl className={styles.limits}>
          {uses.map(({ label, used, most, note }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                {t('{used} of {most}', { used: number(used), most: number(most) })}
                <Progress
                  size="xs"
                  radius="xl"
                  value={Math.min(100, (100 * used) / Math.max(1, most))}
                  color={used >= most ? 'var(--tone-warning-text)' : 'petrol'}
                  aria-label={label}
                />
                {note && <span className={styles.note}>{note}</span>}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {next_send && <p className={styles.next}>{nextText(next_send.reason, dateTime(next_send.at))}</p>}
    </div>
  )
}
