// Pending invitation: removed from the address bar before the first render, and kept in this tab until it is used.
const name = 'invite'
/** Where invitation links lead, and where a truncated one may land. */
const paths = ['/', '/login', '/register']

export function takeInviteFromAddress() {
  const { pathname, search, hash } = location
  const parameters = new URLSearchParams(search)
  const invite = parameters.get(name)
  if (invite === null || !paths.includes(pathname)) return
  parameters.delete(name)
  const rest = parameters.toString()
  history.replaceState(history.state, '', `${pathname}${rest && `?${rest}`}${hash}`)
  sessionStorage.setItem(name, invite)
}

export const pendingInvite = () => sessionStorage.getItem(name) ?? undefined
export const deletePendingInvite = () => sessionStorage.removeItem(name)
