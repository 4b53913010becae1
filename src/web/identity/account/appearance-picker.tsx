// Chooses the light, dark or system color scheme.
import '@mantine/core/styles/FloatingIndicator.layer.css'
import { SegmentedControl, useMantineColorScheme } from '@mantine/core'
import { t } from '../../platform/lib/text.ts'

export function AppearancePicker() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <SegmentedControl
      aria-label={t('Appearance')}
      value={colorScheme}
      onChange={(value) => setColorScheme(value as typeof colorScheme)}
      data={[
        { value: 'auto', label: t('System') },
        { value: 'light', label: t('Light') },
        { value: 'dark', label: t('Dark') },
      ]}
    />
  )
}
