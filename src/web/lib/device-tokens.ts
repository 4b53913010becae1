// The device tokens of the people who sign in here: kept after they log out, so that nobody else's wrong tries lock them out.
const name = 'device_tokens'
/** As many as a sign-in may carry. */
const most = 10

export const deviceTokens = (): string[] => Object.values(read())
export const hasDeviceToken = (userId: string) => userId in read()

export function saveDeviceToken(userId: string, token: string) {
  const { [userId]: _old, ...others } = read()
  write(Object.fromEntries([...Object.entries(others), [userId, token]].slice(-most)))
}

/** A new password voids it: the next page fetches another. */
export function deleteDeviceToken(userId: string | undefined) {
  const { [userId ?? '']: _old, ...others } = read()
  write(others)
}

function read(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(name) ?? '{}')
  } catch {
    return {}
  }
}

function write(kept: Record<string, string>) {
  try {
    localStorage.setItem(name, JSON.stringify(kept))
  } catch {
    // Storage is full or forbidden: this browser then counts as a new one.
  }
}
