// The bar above all pages while the browser has no network.
import { IconWifiOff } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { t } from '../platform/lib/text.ts'
import { Bar } from '../platform/ui/bar.tsx'

export function OfflineBar() {
  const isOnline = useSyncExternalStore(onConnection, () => navigator.onLine)
  if (isOnline) return null
  return (
    <Bar
      label={t('No connection')}
      tone="warning"
      icon={<IconWifiOff size={16} aria-hidden />}
      text={t(
        'You are offline. You see what was loaded before; nothing can be saved or sent until you are online again.',
      )}
    />
  )
}

function onConnection(then: () => void) {
  for (const name of ['online', 'offline']) addEventListener(name, then)
  return () => {
    for (const name of ['online', 'offline']) removeEventListener(name, then)
  }
}
