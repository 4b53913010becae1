// The invitation that led here: out of the address bar before anything is drawn, and kept for this tab until it is used.
const name = 'invite'
/** Where the links of invitations lead, and where a cut one may land. */
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
