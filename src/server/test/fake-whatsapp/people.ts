// People: a number, a LID, fake devices, and linked real clients. Created on first use.
import { type Device, makeDevice } from './device.ts'
import { deliver } from './linked.ts'
import type { Network, Person } from './network.ts'
import { digits, lidOf, numberOfLid } from './numbers.ts'
import { address, parseAddress, server, stanza } from './stanzas.ts'

export function personOf(network: Network, anyNumber: string): Person {
  const number = digits(anyNumber)
  const existing = network.people.get(number)
  if (existing) return existing
  const devices = new Map<number, Device>()
  const person: Person = {
    number,
    lid: lidOf(number),
    name: `Person ${number.slice(-4)}`,
    devices,
    linked: new Map(),
    limits: {},
    links: 0,
  }
  network.people.set(number, person)
  devices.set(0, makeDevice(network.seed, number, 0))
  for (let i = 0; i < network.population.companions(number); i++) addCompanion(network, person)
  return person
}

/** Adds a companion and notifies every linked client as WhatsApp does. */
export function announceCompanion(network: Network, person: Person): Device {
  const device = addCompanion(network, person)
  const id = `devices-${person.number}-${device.id}`
  const added = stanza('add', { device_hash: id }, [
    stanza('device', { jid: jidOf(person, 'pn', device.id), 'key-index': device.id }),
  ])
  for (const { linked } of network.people.values()) {
    for (const client of linked.values()) {
      const about = { from: jidOf(person, 'pn'), type: 'devices', id, t: network.timers.seconds() }
      deliver(client, stanza('notification', about, [added]))
    }
  }
  return device
}

/** Far from the numbers of linked clients, which count from 1. */
function addCompanion(network: Network, person: Person): Device {
  const id = 20 + person.devices.size
  const device = makeDevice(network.seed, person.number, id)
  person.devices.set(id, device)
  return device
}

/** Undefined if the number is not on WhatsApp. */
export function personAt(network: Network, jid: string): Person | undefined {
  const { user, server: domain } = parseAddress(jid)
  const number = domain === 'lid' ? numberOfLid(user) : user
  if (network.people.has(number)) return network.people.get(number)
  return /^[1-9]\d{6,14}$/.test(number) && network.population.exists(number) ? personOf(network, number) : undefined
}

export function jidOf(person: Person, as: 'pn' | 'lid', device = 0): string {
  return as === 'lid' ? address(person.lid, 'lid', device) : address(person.number, server, device)
}

export function deviceNumbers(person: Person): number[] {
  return [...person.devices.keys(), ...person.linked.keys()]
}
