// Turns notifications in this browser on and off, and on again after a new login.
import { push } from '../../../contract/push.ts'
import { call, signIn } from '../../api.ts'
import { dropPush, keepPush, keptPush, unsubscribe } from '../../platform/lib/kept-push.ts'
import { pushSupport, subscribe, subscribedKey } from '../../platform/lib/push-browser.ts'

/** Asks for permission; false if the user gave none. */
export async function turnOn(key: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  await connect(key)
  return true
}

export async function turnOff(id: string): Promise<true> {
  await call(push.remove, { params: { id } })
  await disconnect()
  return true
}

/** When a page is loaded: subscribes again if the session or the subscription is new, unless somebody turned it off meanwhile. */
export async function renew(): Promise<void> {
  const [here, kept] = [signIn(), keptPush()]
  if (!here || !kept) return
  const isMine = userOf(kept) === userOf(here)
  if (!isMine || pushSupport() !== 'ready' || Notification.permission !== 'granted') return await disconnect()
  const { application_key, data } = await call(push.list)
  const key = await subscribedKey()
  const isListed = data.some(({ current }) => current)
  // The page may have been closed before it kept the new session.
  if (isListed && key === application_key) return keepPush(here)
  // Removed in another browser.
  if (!isListed && key && kept === here) return await disconnect()
  await connect(application_key)
}

const userOf = (signIn: string) => signIn.split(' ')[0]

async function connect(key: string) {
  await call(push.save, { body: await subscribe(key) })
  keepPush(signIn()!)
}

async function disconnect() {
  dropPush()
  await unsubscribe()
}
