// Section of the account page: light or dark.
import { t } from '../../platform/lib/text.ts'
import { Section } from '../../platform/ui/section.tsx'
import { AppearancePicker } from './appearance-picker.tsx'

export function AppearanceShow() {
  return (
    <Section title={t('Appearance')} text={t('For this browser only.')}>
      <AppearancePicker />
    </Section>
  )
}
