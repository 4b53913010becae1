// Device tokens of the users who sign in on this device: kept after logout, so that failed attempts by others do not
// lock them out.
const name = 'device_tokens'
/** The maximum that a sign-in request may carry. */
const maxTokens = 10

export const deviceTokens = (): string[] => Object.values(read())
export const hasDeviceToken = (userId: string) => userId in read()

export function saveDeviceToken(userId: string, token: string) {
  const { [userId]: _old, ...others } = read()
  write(Object.fromEntries([...Object.entries(others), [userId, token]].slice(-maxTokens)))
}

/** A new password revokes it; the next page load fetches another. */
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

function write(tokens: Record<string, string>) {
  try {
    localStorage.setItem(name, JSON.stringify(tokens))
  } catch {
    // Storage is full or blocked: the server treats this browser as a new device.
  }
}
