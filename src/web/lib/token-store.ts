// Keeps the pair of tokens in storage and renews it: once for many calls, and once for all tabs.
export interface Tokens {
  access_token: string
  refresh_token: string
}
export type Renewal = 'renewed' | 'ended' | 'no_refresh_token'
/** Why nobody is signed in: they left, or the server ended it. */
export type SignOutReason = 'left' | 'expired'

export interface TokenStoreOptions {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** Answers the status and, on success, the new pair; throws when the network is dead. */
  refresh: (refreshToken: string) => Promise<{ status: number; tokens?: Tokens }>
  /** Runs one at a time in all tabs. */
  exclusively: <T>(work: () => Promise<T>) => Promise<T>
  wait: (ms: number) => Promise<void>
  now: () => number
}

const patienceMs = 5_000
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
    // Other tabs are told of what is stored, and of nothing else: before the tokens go.
    if (why === 'left') storage.setItem('left', 'true')
    storage.removeItem('access_token')
    storage.removeItem('refresh_token')
    ending = why
    tell()
  }

  /** `refused` is the access token that got the 401: if another call or tab has replaced it, nothing is asked. */
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
    const giveUpAt = now() + patienceMs
    for (;;) {
      const answer = await refresh(refreshToken).catch(() => ({ status: 0, tokens: undefined }))
      // Signed out, or in again, while the answer was on its way: that decision stands.
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
    /** Whether they left by themselves, here or in another tab. */
    hasLeft: () => ending === 'left' || storage.getItem('left') !== null,
    save,
    clear,
    renew,
    /** Also to be called when another tab has changed the storage. */
    tell,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
