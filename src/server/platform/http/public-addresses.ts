// Which addresses that users give Kabar sends to: public ones, unless the operator allows those of the network that Kabar is in.
import { BlockList, isIP } from 'node:net'
import { type Message, message } from '../../../contract/messages/message.ts'

/** Not of the internet, or for special use: IANA's registry of special-purpose addresses, and multicast. */
const notPublic = new BlockList()
for (const network of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  // Also the metadata of cloud machines.
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Tunnels and documentation. Of IPv6, only 2000::/3 is the internet at all.
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
])
  addTo(notPublic, network)
const internet6 = new BlockList()
addTo(internet6, '2000::/3')

function addTo(list: BlockList, network: string) {
  const [address = '', prefix] = network.split('/')
  list.addSubnet(address, Number(prefix), isIP(address) === 4 ? 'ipv4' : 'ipv6')
}

export function isPublic(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !notPublic.check(address, 'ipv4')
  // This leaves out loopback, link-local, unique local, multicast, and IPv4 inside IPv6 (mapped, NAT64).
  return family === 6 && internet6.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')
}

/** The host of an address as `net` takes it: IPv6 without brackets. */
export const hostOf = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, '$1')

/**
 * Why Kabar does not send to an address; undefined if it may. Parsing has made `2130706433`, `0x7f.1` and `017700000001`
 * 127.0.0.1. What a name stands for is checked when it is sent.
 */
export function urlFault(text: string, { allowPrivate }: { allowPrivate: boolean }): Message | undefined {
  const url = new URL(text)
  if (url.username || url.password) return message('webhook.login_in_address')
  if (allowPrivate) return undefined
  if (url.protocol !== 'https:') return message('webhook.https_only')
  if (url.port !== '' && Number(url.port) < 1024) return message('webhook.port')
  const host = hostOf(url).replace(/\.$/, '')
  const isLocal = isIP(host)
    ? !isPublic(host)
    : !host.includes('.') || /\.(localhost|local|internal|lan|home\.arpa)$/.test(host)
  return isLocal ? message('webhook.private_address') : undefined
}
