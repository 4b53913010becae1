// Who turned notifications on in this browser, and in which sign-in session: kept after logging out, so that they return. Loaded with
// the first page, so it has only what that needs.
const name = 'push'

/** User and session, as of `signIn` in `api.ts`; null if notifications are off. */
export const keptPush = (): string | null => localStorage.getItem(name)
export const keepPush = (signIn: string) => localStorage.setItem(name, signIn)
export const dropPush = () => localStorage.removeItem(name)

export const pushSubscription = async () =>
  (await (await navigator.serviceWorker?.getRegistration())?.pushManager?.getSubscription()) ?? undefined

/** What the push service still holds for this browser is not shown any more. */
export const unsubscribe = async () => void (await (await pushSubscription())?.unsubscribe())
