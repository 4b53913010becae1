// One socket: the handshake, then stanzas in and out in order, each with the connection's latency.
import { decodeBinaryNode, encodeBinaryNode, type proto } from 'baileys'
import type { WebSocket } from 'ws'
import { frame, frameReader } from './frames.ts'
import { answerHello, type ServerKeys, type Transport } from './noise.ts'
import type { Stanza } from './stanzas.ts'

export interface Connection {
  readonly client: proto.IClientPayload
  readonly noiseKey: Buffer
  send(stanza: Stanza): void
  /** Ends the stream after everything written has been sent. */
  end(): void
  /** Cuts the connection without a close. */
  drop(): void
}

export interface ConnectionEvents {
  opened(connection: Connection): void
  /** Stanzas are processed one at a time, in order. */
  stanza(connection: Connection, stanza: Stanza): Promise<void> | void
  closed(connection: Connection | undefined): void
  /** Runs `write` now or after the latency. */
  leaving(write: () => void): void
  failed(error: unknown): void
}

export function acceptConnection(socket: WebSocket, keys: ServerKeys, events: ConnectionEvents): void {
  const read = frameReader()
  let handshake: ReturnType<typeof answerHello> | undefined
  let transport: Transport | undefined
  let connection: Connection | undefined
  let turn = Promise.resolve()

  const write = (payload: Uint8Array) => {
    if (socket.readyState === socket.OPEN) socket.send(frame(payload))
  }

  const take = async (data: Buffer) => {
    if (!handshake) {
      handshake = answerHello(data, keys)
      write(handshake.answer)
    } else if (!connection) {
      const { client, noiseKey, transport: cipher } = handshake.finish(data)
      transport = cipher
      connection = {
        client,
        noiseKey,
        send: (stanza) => events.leaving(() => write(cipher.encrypt(encodeBinaryNode(stanza)))),
        end: () => events.leaving(() => socket.close()),
        drop: () => socket.terminate(),
      }
      events.opened(connection)
    } else {
      await events.stanza(connection, await decodeBinaryNode(transport!.decrypt(data)))
    }
  }

  socket.on('message', (data) => {
    for (const part of read(data as Buffer)) {
      turn = turn.then(() => take(part)).catch(events.failed)
    }
  })
  socket.on('error', () => {})
  socket.on('close', () => events.closed(connection))
}
