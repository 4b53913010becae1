// The way to the login provider and back: kept in this tab, and taken from the address before the first render.
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

/** A code in the address of a tab that did not go to the provider is only removed: somebody else may have sent the link. */
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

/** Whether the user has come back for this purpose. */
export const hasProviderReturn = (purpose: Purpose) => waiting()?.purpose === purpose

/** Once, because the code in it works once. In an effect: a rendering may be thrown away. */
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
