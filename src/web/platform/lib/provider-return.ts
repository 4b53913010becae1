// Leaving for the login provider and coming back. This tab remembers why; the code leaves the address before the first render.
type Purpose = 'login' | 'link'

interface Away {
  purpose: Purpose
  attempt: string
}

export interface ProviderReturn {
  attempt: string
  parameters: string
}

const away = 'provider-attempt'
const back = 'provider-return'

export function leaveForProvider(url: string, left: Away) {
  sessionStorage.setItem(away, JSON.stringify(left))
  location.assign(url)
}

/** If this tab did not leave for the provider, somebody else may have sent the link with the code, so the code is only removed. */
export function takeProviderReturn() {
  const { pathname, search } = location
  const parameters = new URLSearchParams(search)
  if (pathname !== '/login' || !parameters.has('state')) return
  const left = sessionStorage.getItem(away)
  sessionStorage.removeItem(away)
  const { purpose, attempt } = left ? (JSON.parse(left) as Away) : ({ purpose: 'login' } as const)
  history.replaceState(history.state, '', purpose === 'link' ? '/account#login-provider' : '/login')
  if (attempt) sessionStorage.setItem(back, JSON.stringify({ purpose, attempt, parameters: search.slice(1) }))
}

/** Whether the user has just come back for this purpose. */
export const hasProviderReturn = (purpose: Purpose) => waiting()?.purpose === purpose

/** Can be called only once, because the code works once. Call it in an effect, because React may render twice. */
export function takeReturn(purpose: Purpose): ProviderReturn | undefined {
  const returned = waiting()
  if (returned?.purpose !== purpose) return undefined
  sessionStorage.removeItem(back)
  const { attempt, parameters } = returned
  return { attempt, parameters }
}

function waiting() {
  const returned = sessionStorage.getItem(back)
  return returned === null ? undefined : (JSON.parse(returned) as ProviderReturn & { purpose: Purpose })
}
