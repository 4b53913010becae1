// Names a device by its browser and system.
import { t } from '../../platform/lib/text.ts'

export function deviceName(browser: string | null, system: string | null): string {
  if (browser && system) return t('{browser} on {system}', { browser, system })
  if (system) return t('Unknown browser on {system}', { system })
  return browser ?? t('Unknown device')
}
