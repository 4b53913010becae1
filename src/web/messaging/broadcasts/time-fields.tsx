// Fields for the start of a broadcast (now, or a local time in a time zone) and for its expiry.
import { Button, SegmentedControl } from '@mantine/core'
import { IconClockStop } from '@tabler/icons-react'
import { clockAt, momentOf } from '../../../contract/local-time.ts'
import { TimeZonePicker } from '../../identity/account/time-zone-picker.tsx'
import { t } from '../../platform/lib/text.ts'
import { Stack } from '../../platform/ui/box.tsx'
import { DateTimeField } from '../../platform/ui/date-time-field.tsx'
import type { SaveForm } from '../../platform/ui/form.tsx'
import type { Draft } from './draft.ts'
import styles from './time-fields.module.css'
import { clockText } from './time-text.ts'
import { useRevealed } from './use-revealed.ts'

export function TimeFields({ form }: { form: SaveForm<Draft> }) {
  const { when, send_on, time_zone, expires_on } = form.values
  const expiry = useRevealed(expires_on !== '')
  const sendOn = form.field('send_on', t('Date and time'))
  const expiresOn = form.field('expires_on', t('Expires'))
  const zone = form.field('time_zone', t('Time zone'))
  return (
    <Stack gap={16}>
      <SegmentedControl
        fullWidth
        aria-label={t('When')}
        value={when}
        onChange={(next) => form.setValue('when', next as Draft['when'])}
        data={[
          { value: 'now', label: t('Now') },
          { value: 'later', label: t('Schedule') },
        ]}
      />
      {when === 'later' && (
        <Stack gap={12} className={styles.pair}>
          <DateTimeField
            {...sendOn}
            required
            value={send_on}
            onChange={(next) => form.setValue('send_on', next)}
            description={leapText(send_on, time_zone)}
          />
          <TimeZonePicker
            label={t('Time zone')}
            value={time_zone}
            error={zone.error}
            onChange={(next) => next && form.setValue('time_zone', next)}
          />
        </Stack>
      )}
      {expiry.isOpen ? (
        <div ref={expiry.ref} className={styles.half}>
          <DateTimeField
            {...expiresOn}
            value={expires_on}
            onChange={(next) => form.setValue('expires_on', next)}
            description={t('Optional ({zone}). Recipients whose message has not been sent by then are skipped.', {
              zone: time_zone.replaceAll('_', ' '),
            })}
          />
        </div>
      ) : (
        <div>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconClockStop size={16} aria-hidden />}
            onClick={expiry.open}
          >
            {t('Add expiry')}
          </Button>
        </div>
      )}
    </Stack>
  )
}

/** What daylight saving does to a skipped local time. */
function leapText(sendOn: string, timeZone: string): string | undefined {
  if (sendOn.length !== 16) return undefined
  const there = clockAt(momentOf(sendOn, timeZone), timeZone)
  if (there === sendOn) return undefined
  return t('This time does not exist because the clocks change. The broadcast starts at {time}.', {
    time: clockText(there),
  })
}
