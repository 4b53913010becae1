// The client's queries, by namespace, and their responses.
import { answerKeys } from './bundles.ts'
import type { Connection } from './connection.ts'
import { answerGroups } from './groups.ts'
import { answerAppState, sendHistory } from './history.ts'
import { answerLimits } from './limits.ts'
import { unlink } from './login.ts'
import type { LinkedDevice, Network } from './network.ts'
import { acceptSignature, askForCode, finishCode } from './pairing.ts'
import { child, fromServer, type Stanza, stanza } from './stanzas.ts'
import { answerUsync } from './usync.ts'

/** Undefined: no response, for example to a response. */
export function answerQuery(
  network: Network,
  connection: Connection,
  linked: LinkedDevice | undefined,
  query: Stanza,
): Stanza | undefined {
  const { type } = query.attrs
  if (type === 'result') {
    acceptSignature(network, connection, query)
    return undefined
  }
  const fault = network.faults.query?.(query)
  if (fault === 'drop') return undefined
  if (fault) return reply(query, [stanza('error', { ...fault })])
  const content = linked ? answerOf(network, linked, query) : answerStranger(network, connection, query)
  return reply(query, content)
}

function answerStranger(network: Network, connection: Connection, query: Stanza): Stanza[] {
  const request = child(query, 'link_code_companion_reg')
  if (request?.attrs.stage === 'companion_hello') return [askForCode(network, connection, request)]
  if (request?.attrs.stage === 'companion_finish') finishCode(network, request)
  return []
}

function answerOf(network: Network, linked: LinkedDevice, query: Stanza): Stanza[] {
  switch (query.attrs.xmlns) {
    case 'encrypt':
      return answerKeys(network, linked, query)
    case 'usync':
      return answerUsync(network, query)
    case 'w:g2':
      return answerGroups(network, linked, query)
    case 'w:m':
      return [
        stanza('media_conn', { auth: 'fake', ttl: 3600 }, [
          stanza('host', { hostname: network.mediaHost, maxContentLengthBytes: 104_857_600 }),
        ]),
      ]
    case 'md':
      if (child(query, 'remove-companion-device')) unlink(linked)
      return []
    case 'passive':
      if (child(query, 'active')) greet(network, linked)
      return []
    case 'w:mex':
      return answerLimits(linked.person, query)
    case 'w:sync:app:state':
      return answerAppState(query)
    case 'abt':
      return [stanza('props', { protocol: 1, hash: 'fake' })]
    case 'blocklist':
      return [stanza('list')]
    case 'privacy':
      return child(query, 'tokens') ? [stanza('tokens')] : [stanza('privacy', {}, [setting('readreceipts', 'all')])]
    default:
      return []
  }
}

function greet(network: Network, linked: LinkedDevice): void {
  if (linked.greeted || !network.faults.history) return
  linked.greeted = true
  sendHistory(network, linked).catch((error) => network.failures.push(error))
}

function reply(query: Stanza, content: Stanza[]): Stanza {
  const failed = content[0]?.tag === 'error'
  const { id, to } = query.attrs
  const from = to?.endsWith('@g.us') ? to : fromServer
  return stanza('iq', { type: failed ? 'error' : 'result', id, from }, content.length > 0 ? content : undefined)
}

function setting(name: string, value: string): Stanza {
  return stanza('category', { name, value })
}
