// Start of a broadcast, immediately or at a local time of a time zone, and its expiry.
import { SegmentedControl, TextInput } from '@mantine/core'
import { useId } from 'react'
import { clockAt, momentOf } from '../../../contract/local-time.ts'
import { TimeZonePicker } from '../../identity/account/time-zone-picker.tsx'
import { t } from '../../platform/lib/text.ts'
import { Stack } from '../../platform/ui/box.tsx'
import type { SaveForm } from '../../platform/ui/form.tsx'
import styles from './broadcast-fields.module.css'
import type { Draft } from './draft.ts'
import { clockText } from './time-text.ts'

export function TimeFields({ form }: { form: SaveForm<Draft> }) {
  const { when, send_on, time_zone, expires_on } = form.values
  const legend = useId()
  const sendOn = form.field('send_on', t('Date and time'))
  const expiresOn = form.field('expires_on', t('Expires'))
  const zone = form.field('time_zone', t('Time zone'))
  return (
    <fieldset className={styles.choice}>
      <legend id={legend}>{t('When')}</legend>
      <SegmentedControl
        fullWidth
        aria-labelledby={legend}
        value={when}
        onChange={(next) => form.setValue('when', next as Draft['when'])}
        data={[
          { value: 'now', label: t('Now') },
          { value: 'later', label: t('Schedule') },
        ]}
      />
      {when === 'later' && (
        <Stack gap={12} className={styles.pair}>
          <TextInput
            {...sendOn}
            type="datetime-local"
            required
            value={send_on}
            onChange={(event) => form.setValue('send_on', event.currentTarget.value.slice(0, 16))}
            description={leapText(send_on, time_zone)}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
          />
          <TimeZonePicker
            label={t('Time zone')}
            value={time_zone}
            error={zone.error}
            onChange={(next) => next && form.setValue('time_zone', next)}
          />
        </Stack>
      )}
      <TextInput
        {...expiresOn}
        type="datetime-local"
        value={expires_on}
        onChange={(event) => form.setValue('expires_on', event.currentTarget.value.slice(0, 16))}
        description={t('Optional ({zone}). Recipients whose message has not been sent by then are skipped.', {
          zone: time_zone.replaceAll('_', ' '),
        })}
        className={styles.half}
      />
    </fieldset>
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
