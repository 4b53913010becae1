// USync lookups: which numbers are on WhatsApp, their devices, and their LIDs.
import { count, type Network, type Person } from './network.ts'
import { digits } from './numbers.ts'
import { deviceNumbers, jidOf, personAt } from './people.ts'
import { address, child, children, type Stanza, server, stanza, text } from './stanzas.ts'

export function answerUsync(network: Network, query: Stanza): Stanza[] {
  const usync = child(query, 'usync')!
  const protocols = new Set(children(child(usync, 'query')).map(({ tag }) => tag))
  let busy = false
  const users = children(child(usync, 'list')).map((user) => {
    const contact = child(user, 'contact')
    const jid = user.attrs.jid ?? address(digits(text(contact)), server)
    const person = personAt(network, jid)
    if (protocols.has('devices') && person && isBusy(network, person)) busy = true
    const isHidden = person && network.faults.lidOnly?.(person.number)
    return stanza('user', { jid: isHidden ? jidOf(person, 'lid') : jid }, [
      ...(protocols.has('contact') ? [stanza('contact', { type: person ? 'in' : 'out' }, text(contact))] : []),
      ...(protocols.has('devices') && person ? [devices(network, person)] : []),
      // For a LID the client would store the pair the wrong way round.
      ...(protocols.has('lid') && person && !isHidden && jid.endsWith(server)
        ? [stanza('lid', { val: jidOf(person, 'lid') })]
        : []),
    ])
  })
  if (busy) return [stanza('error', { code: 429, text: 'rate-overlimit' })]
  return [stanza('usync', usync.attrs, [stanza('result'), stanza('list', {}, users)])]
}

function isBusy(network: Network, { number }: Person): boolean {
  return network.population.busy(number, count(network.frames, `looked up ${number}`))
}

function devices(network: Network, person: Person): Stanza {
  const list = deviceNumbers(person).map((id) => stanza('device', { id, 'key-index': id === 0 ? undefined : id }))
  return stanza('devices', {}, [
    stanza('device-list', {}, list),
    stanza('key-index-list', { ts: network.timers.seconds() }),
  ])
}
