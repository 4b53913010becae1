// Token store: keeps the token pair in local storage and renews it, once for concurrent requests and across tabs.
export interface Tokens {
  access_token: string
  refresh_token: string
}
export type Renewal = 'renewed' | 'ended' | 'no_refresh_token'
/** Why the user is signed out: they logged out, or the server ended the session. */
export type SignOutReason = 'left' | 'expired'

export interface TokenStoreOptions {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** Returns the status and, on success, the new pair; throws if the network fails. */
  refresh: (refreshToken: string) => Promise<{ status: number; tokens?: Tokens }>
  /** A lock across tabs: one at a time. */
  exclusively: <T>(work: () => Promise<T>) => Promise<T>
  wait: (ms: number) => Promise<void>
  now: () => number
}

const renewalTimeoutMs = 5_000
const pauseMs = 500

export function tokenStore({ storage, refresh, exclusively, wait, now }: TokenStoreOptions) {
  const listeners = new Set<() => void>()
  let renewing: Promise<Renewal> | undefined
  let ending: SignOutReason | undefined

  const access = () => storage.getItem('access_token')
  const tell = () => {
    for (const listener of listeners) listener()
  }

  function save(tokens: Tokens) {
    storage.setItem('access_token', tokens.access_token)
    storage.setItem('refresh_token', tokens.refresh_token)
    storage.removeItem('left')
    ending = undefined
    tell()
  }

  function clear(why: SignOutReason) {
    // Before the tokens are removed: other tabs are notified only of changes in storage.
    if (why === 'left') storage.setItem('left', 'true')
    storage.removeItem('access_token')
    storage.removeItem('refresh_token')
    ending = why
    tell()
  }

  /**
   * `refused` is the access token that got the 401: if another request or tab has replaced it, no renewal is needed.
   */
  function renew(refused: string | null): Promise<Renewal> {
    renewing ??= exclusively(() => renewAlone(refused)).finally(() => {
      renewing = undefined
    })
    return renewing
  }

  async function renewAlone(refused: string | null): Promise<Renewal> {
    const current = access()
    if (current && current !== refused) return 'renewed'
    const refreshToken = storage.getItem('refresh_token')
    if (!refreshToken) return 'no_refresh_token'
    const giveUpAt = now() + renewalTimeoutMs
    for (;;) {
      const answer = await refresh(refreshToken).catch(() => ({ status: 0, tokens: undefined }))
      // The user signed out, or in again, during the renewal: keep that state.
      if (storage.getItem('refresh_token') !== refreshToken) return access() ? 'renewed' : 'ended'
      if (answer.tokens) {
        save(answer.tokens)
        return 'renewed'
      }
      const mayPass = answer.status === 0 || answer.status >= 500
      if (!mayPass || now() + pauseMs > giveUpAt) {
        clear('expired')
        return 'ended'
      }
      await wait(pauseMs)
    }
  }

  return {
    access,
    refreshToken: () => storage.getItem('refresh_token'),
    isSignedIn: () => access() !== null,
    ending: () => ending,
    /** Whether the user logged out, here or in another tab. */
    hasLeft: () => ending === 'left' || storage.getItem('left') !== null,
    save,
    clear,
    renew,
    /** Also called when another tab has changed the storage. */
    tell,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
