import { expect, test } from 'vitest'
import { isPublic, urlFault } from './public-addresses.ts'

const faultOf = (url: string) => urlFault(url, { allowPrivate: false })?.code

test.each([
  ['127.0.0.1', '127.255.255.254', '0.0.0.0', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
  ['169.254.169.254', '100.64.0.1', '100.127.255.255', '192.0.0.1', '198.18.0.1', '224.0.0.1', '255.255.255.255'],
  ['::', '::1', 'fe80::1', 'fec0::1', 'fc00::1', 'fd00:ec2::254', 'ff02::1', '100::1'],
  // IPv4 inside IPv6: mapped, compatible, NAT64, 6to4, Teredo.
  ['::ffff:127.0.0.1', '::ffff:8.8.8.8', '::127.0.0.1', '64:ff9b::7f00:1', '64:ff9b:1::1', '2002:7f00:1::', '2001::1'],
  ['2001:db8::1', '3fff::1', '192.0.2.1', '198.51.100.1', '203.0.113.1', '4000::1', 'localhost', ''],
])('%s and others are not of the internet', (...addresses) => {
  expect(addresses.filter(isPublic)).toEqual([])
})

test('neighbours of private networks are of the internet', () => {
  const addresses = [
    '8.8.8.8',
    '11.0.0.1',
    '172.15.255.255',
    '172.32.0.1',
    '100.63.255.255',
    '100.128.0.1',
    '169.253.1.1',
  ]
  expect([...addresses, '2606:4700::1111', '2a00:1450::1'].filter((address) => !isPublic(address))).toEqual([])
})

test.each([
  'https://127.0.0.1/',
  'https://localhost/',
  'https://LOCALHOST./',
  'https://api.localhost/',
  'https://printer/',
  'https://db.internal/',
  'https://nas.local/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[fd00:ec2::254]/',
  'https://169.254.169.254/latest/meta-data/',
  'https://10.1.2.3/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0x7f.1/',
  'https://0177.0.0.1/',
  'https://017700000001/',
  'https://127.1/',
  'https://0/',
  'https://①②⑦.0.0.1/',
  'https://127。0。0。1/',
])('%s is refused', (url) => {
  expect(faultOf(url)).toBe('webhook.private_address')
})

test.each([
  ['http://example.com/', 'webhook.https_only'],
  ['https://example.com:25/', 'webhook.port'],
  ['https://example.com:80/', 'webhook.port'],
  ['https://user:password@example.com/', 'webhook.login_in_address'],
  ['https://public.example@127.0.0.1/', 'webhook.login_in_address'],
  ['https://example.com/hook?key=1', undefined],
  ['https://example.com:8443/', undefined],
  ['https://8.8.8.8/', undefined],
])('%s: %s', (url, fault) => {
  expect(faultOf(url)).toBe(fault)
})

test('the operator may allow the own network, but no password in an address', () => {
  expect(urlFault('http://127.0.0.1:5678/', { allowPrivate: true })).toBeUndefined()
  expect(urlFault('http://a:b@127.0.0.1:5678/', { allowPrivate: true })?.code).toBe('webhook.login_in_address')
})
