// Chooses the driver of a session: a linked phone, or the simulator that sends nothing.
import { Radio, Stack } from '@mantine/core'
import type { DriverName } from '../../../contract/wa-sessions.ts'
import { isDemo } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'

interface DriverPickerProps {
  value: DriverName
  onChange: (driver: DriverName) => void
}

/** In a demo organization only the simulator may send. */
export const defaultDriver = (): DriverName => (isDemo() ? 'simulator' : 'linked_device')

export function DriverPicker({ value, onChange }: DriverPickerProps) {
  return (
    <Radio.Group label={t('Connection')} value={value} onChange={(next) => onChange(next as DriverName)}>
      <Stack gap="sm" mt="xs">
        <Radio
          value="linked_device"
          disabled={isDemo()}
          label={t('WhatsApp (linked device)')}
          description={
            isDemo()
              ? t('Not in sample data, from which nothing may reach a phone.')
              : t('Sends through WhatsApp on a phone, linked with a code.')
          }
        />
        <Radio
          value="simulator"
          label={t('Simulator: nothing reaches a phone')}
          description={t('A simulated WhatsApp to try Kabar with.')}
        />
      </Stack>
    </Radio.Group>
  )
}
