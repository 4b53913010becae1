// How much of its limits a session has used, and when it sends the next message.
import { Progress } from '@mantine/core'
import type { WaSession } from '../../../contract/wa-sessions.ts'
import { dateTime, number } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { Stack, Text } from '../../platform/ui/box.tsx'
import { limitUsageOf, nextText } from './limit-usage.ts'
import styles from './usage-show.module.css'

export function SessionUsageShow({ session }: { session: WaSession }) {
  const usages = limitUsageOf(session)
  const { next_send } = session
  if (usages.length === 0 && !next_send) return null
  return (
    <Stack gap={12}>
      {usages.length > 0 && (
        <dl className={styles.limits}>
          {usages.map(({ label, used, most, note }) => (
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
                {note && (
                  <Text as="span" size={13} dimmed>
                    {note}
                  </Text>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {next_send && (
        <Text size={13} dimmed>
          {nextText(next_send.reason, dateTime(next_send.at))}
        </Text>
      )}
    </Stack>
  )
}
