// Notifications in this browser: whether it can show them, and its subscription at the push service of its vendor.
import { pushSubscription } from './kept-push.ts'

/** `insecure`: without HTTPS. `home_screen`: an iPhone or iPad shows them only for an app on its home screen. */
type PushSupport = 'ready' | 'denied' | 'insecure' | 'home_screen' | 'none'

export function pushSupport(): PushSupport {
  if (!isSecureContext) return 'insecure'
  const { PushManager, Notification } = window as Partial<typeof globalThis>
  if (PushManager && Notification && 'serviceWorker' in navigator)
    return Notification.permission === 'denied' ? 'denied' : 'ready'
  // An iPad says that it is a Mac, which has no touch screen.
  const isApple = /iPhone|iPad|Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1
  return isApple ? 'home_screen' : 'none'
}

/** With this key of the server, in the JSON form that the API takes. Replaces a subscription with another key. */
export async function subscribe(key: string) {
  const { pushManager } = await navigator.serviceWorker.ready
  const before = await pushManager.getSubscription()
  if (before && keyOf(before) !== key) await before.unsubscribe()
  const { endpoint, keys } = (
    await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  ).toJSON()
  return { endpoint: endpoint!, keys: { p256dh: keys!.p256dh!, auth: keys!.auth! } }
}

/** The key that this browser is subscribed with; undefined if it is not. */
export async function subscribedKey(): Promise<string | undefined> {
  const subscription = await pushSubscription()
  return subscription && keyOf(subscription)
}

function keyOf({ options }: PushSubscription) {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer())
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '')
}
