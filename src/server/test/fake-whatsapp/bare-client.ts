// Unmodified Baileys with its state in memory: the client that tests of the fake use.
import makeWASocket, {
  type AuthenticationCreds,
  type ConnectionState,
  initAuthCreds,
  type SignalDataSet,
  type SignalDataTypeMap,
  type UserFacingSocketConfig,
  type WAMessage,
  type WAMessageUpdate,
  type WASocket,
} from 'baileys'
import { until } from '../until.ts'
import type { FakeWhatsApp } from './server.ts'

export interface ClientState {
  readonly creds: AuthenticationCreds
  readonly keys: Map<string, unknown>
}

export interface BareClient {
  readonly socket: WASocket
  readonly state: ClientState
  readonly updates: Partial<ConnectionState>[]
  readonly messages: { type: string; message: WAMessage }[]
  readonly statuses: WAMessageUpdate[]
  readonly groupReceipts: { id: string; user: string; kind: 'delivered' | 'read' }[]
  readonly acks: { id: string; error: string | undefined }[]
  qr(): Promise<string>
  opened(): Promise<void>
  /** The status code it was closed with. */
  closed(): Promise<number>
  close(): Promise<void>
}

const silent: NonNullable<UserFacingSocketConfig['logger']> = {
  level: 'silent',
  child: () => silent,
  trace: () => {},
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
}

export function freshState(): ClientState {
  return { creds: initAuthCreds(), keys: new Map() }
}

export function connect(
  fake: { url: string },
  state: ClientState,
  config: Partial<UserFacingSocketConfig> = {},
): BareClient {
  const socket = makeWASocket({
    waWebSocketUrl: fake.url,
    auth: { creds: state.creds, keys: memoryKeys(state.keys) },
    logger: silent,
    emitOwnEvents: false,
    markOnlineOnConnect: false,
    shouldSyncHistoryMessage: () => false,
    ...config,
  })
  const client = {
    updates: [] as Partial<ConnectionState>[],
    messages: [] as BareClient['messages'],
    statuses: [] as WAMessageUpdate[],
    groupReceipts: [] as BareClient['groupReceipts'],
    acks: [] as BareClient['acks'],
  }
  socket.ev.on('creds.update', (update) => Object.assign(state.creds, update))
  socket.ev.on('connection.update', (update) => client.updates.push(update))
  socket.ev.on('messages.upsert', ({ messages, type }) => {
    for (const message of messages) client.messages.push({ type, message })
  })
  socket.ev.on('messages.update', (updates) => client.statuses.push(...updates))
  socket.ev.on('message-receipt.update', (updates) => {
    for (const { key, receipt } of updates) {
      const kind = receipt.readTimestamp ? 'read' : 'delivered'
      client.groupReceipts.push({ id: key.id!, user: receipt.userJid!, kind })
    }
  })
  socket.ws.on('CB:ack,class:message', ({ attrs }: { attrs: Record<string, string> }) =>
    client.acks.push({ id: attrs.id!, error: attrs.error }),
  )
  const last = <K extends keyof ConnectionState>(key: K) => client.updates.findLast((update) => key in update)?.[key]
  return {
    ...client,
    socket,
    state,
    qr: () => until('a QR', () => last('qr')) as Promise<string>,
    opened: async () => void (await until('the connection', () => last('connection') === 'open')),
    closed: async () => {
      await until('the end of the connection', () => last('connection') === 'close')
      const { error } = last('lastDisconnect')!
      return (error as { output?: { statusCode: number } }).output?.statusCode ?? 0
    },
    close: () => socket.end(undefined),
  }
}

/** Links a new client to the account and logs it in. */
export async function linkedClient(fake: FakeWhatsApp, account: string, config?: Partial<UserFacingSocketConfig>) {
  const state = freshState()
  const first = connect(fake, state, config)
  await fake.scanQr(account, await first.qr())
  await first.closed()
  const client = connect(fake, state, config)
  await client.opened()
  return client
}

function memoryKeys(rows: Map<string, unknown>) {
  return {
    get: async <T extends keyof SignalDataTypeMap>(type: T, ids: string[]) => {
      const found: Record<string, SignalDataTypeMap[T]> = {}
      for (const id of ids) {
        const value = rows.get(`${type} ${id}`)
        if (value !== undefined) found[id] = value as SignalDataTypeMap[T]
      }
      return found
    },
    set: async (data: SignalDataSet) => {
      for (const [type, values] of Object.entries(data)) {
        for (const [id, value] of Object.entries(values ?? {})) {
          if (value === null) rows.delete(`${type} ${id}`)
          else rows.set(`${type} ${id}`, value)
        }
      }
    },
  }
}
