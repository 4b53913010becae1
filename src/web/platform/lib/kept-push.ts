// Remembers who turned notifications on in this browser, also after logging out, so that they return at the next login. Loaded with the
// first page, so it must stay small.
const name = 'push'

/** User and session, as of `signIn` in `api.ts`; null if notifications are off. */
export const keptPush = (): string | null => localStorage.getItem(name)
export const keepPush = (signIn: string) => localStorage.setItem(name, signIn)
export const dropPush = () => localStorage.removeItem(name)

export const pushSubscription = async () =>
  (await (await navigator.serviceWorker?.getRegistration())?.pushManager?.getSubscription()) ?? undefined

/** Also stops notifications that the push service still holds for this browser. */
export const unsubscribe = async () => void (await (await pushSubscription())?.unsubscribe())
