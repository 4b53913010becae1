// The fake WhatsApp server: start it, point a client at its `url`, and operate the phones on the other side.
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import { type Clock, realClock, timersOn } from './clock.ts'
import { acceptConnection, type Connection } from './connection.ts'
import { type Faults, noFaults } from './faults.ts'
import { tellAgain } from './incoming.ts'
import { confirmed } from './linked.ts'
import { login } from './login.ts'
import { startMediaServer } from './media-server.ts'
import { takeMessage } from './messages.ts'
import { count, type LinkedDevice, type Network } from './network.ts'
import { serverKeys } from './noise.ts'
import { type Population, standardPopulation } from './numbers.ts'
import { forgetPairing, noPairings, offerReferences } from './pairing.ts'
import { type Phones, phonesOn } from './phones.ts'
import { answerQuery } from './queries.ts'
import { passOnReceipt } from './receipts.ts'
import type { Stanza } from './stanzas.ts'

export interface FakeWhatsAppOptions {
  /** 0 or undefined: any free port. */
  readonly port?: number
  readonly clock?: Clock
  readonly population?: Partial<Population>
  readonly faults?: Partial<Faults>
  /** The network of a closed fake: its devices stay linked, its phones keep their state. */
  readonly network?: Network
  /** Handles plain HTTP on the same port. */
  readonly requests?: RequestListener
}

export interface FakeWhatsApp extends Phones {
  /** For `WHATSAPP_WEB_SOCKET_URL`. */
  readonly url: string
  readonly port: number
  /** PEM of the media server, which is https: `ca` of the client's agent, or NODE_EXTRA_CA_CERTS. */
  readonly certificate: string
  readonly network: Network
  /** May be changed at any time. */
  readonly faults: Faults
  /** Closes every socket and timer. The network can be passed to another start. */
  close(): Promise<void>
}

export async function startFakeWhatsApp(options: FakeWhatsAppOptions = {}): Promise<FakeWhatsApp> {
  const timers = timersOn(options.clock ?? realClock)
  const network = options.network ?? emptyNetwork()
  network.timers = timers
  network.population = { ...network.population, ...options.population }
  Object.assign(network.faults, options.faults)
  const keys = serverKeys(network.seed)
  const media = await startMediaServer(network)
  network.mediaHost = media.host
  const owners = new Map<Connection, LinkedDevice>()

  const server = createServer(options.requests)
  const sockets = new WebSocketServer({ server, path: '/ws/chat' })
  await new Promise<void>((resolve, reject) => {
    sockets.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  sockets.on('connection', (socket) =>
    acceptConnection(socket, keys, {
      opened: (connection) => {
        network.connections.add(connection)
        if (connection.client.devicePairingData) return offerReferences(network, connection)
        if (connection.client.username === undefined) return
        const linked = login(network, connection)
        if (linked) owners.set(connection, linked)
      },
      stanza: (connection, stanza) => take(connection, owners.get(connection), stanza),
      closed: (connection) => {
        if (!connection) return
        network.connections.delete(connection)
        forgetPairing(network, connection)
        const linked = owners.get(connection)
        if (linked?.connection === connection) linked.connection = undefined
        owners.delete(connection)
      },
      leaving: (write) => {
        if (!network.faults.silent) timers.after(network.faults.latencyMs, write)
      },
      failed: (error) => network.failures.push(error),
    }),
  )

  async function take(connection: Connection, linked: LinkedDevice | undefined, stanza: Stanza): Promise<void> {
    // Replaced by a newer connection: whatever it still sends is ignored.
    if (linked?.connection && linked.connection !== connection) return void count(network.counts, `late ${stanza.tag}`)
    count(network.counts, stanza.attrs.xmlns ? `${stanza.tag} ${stanza.attrs.xmlns}` : stanza.tag)
    if (stanza.tag === 'iq') {
      const answer = answerQuery(network, connection, linked, stanza)
      if (answer) connection.send(answer)
    } else if (!linked) {
      return
    } else if (stanza.tag === 'message') {
      await takeMessage(network, linked, stanza)
    } else if (stanza.tag === 'receipt') {
      passOnReceipt(network, linked, stanza)
      if (stanza.attrs.type === 'retry') await tellAgain(network, linked, stanza)
      else confirmed(linked, stanza)
    } else if (stanza.tag === 'ack') {
      confirmed(linked, stanza)
    }
  }

  const { port } = server.address() as AddressInfo
  return {
    ...phonesOn(network),
    url: `ws://127.0.0.1:${port}/ws/chat`,
    port,
    certificate: media.certificate,
    network,
    faults: network.faults,
    close: async () => {
      timers.clear()
      for (const socket of sockets.clients) socket.terminate()
      sockets.close()
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
      await media.close()
      network.connections.clear()
    },
  }
}

function emptyNetwork(): Network {
  return {
    seed: 'kabar',
    people: new Map(),
    groups: new Map(),
    received: [],
    firstReads: new Map(),
    frames: new Map(),
    media: new Map(),
    counts: new Map(),
    faults: noFaults(),
    population: standardPopulation,
    timers: timersOn(realClock),
    connections: new Set(),
    logins: [],
    pairings: noPairings(),
    mediaHost: '127.0.0.1',
    failures: [],
  }
}
