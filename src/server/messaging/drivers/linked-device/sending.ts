// Sends one message: prepares, writes, waits for the acknowledgement. Every error says whether the message may have been sent.
import type { AsyncLocalStorage } from 'node:async_hooks'
import type { BinaryNode, proto, WASocket } from 'baileys'
import { DriverError, type OutgoingMessage } from '../driver.ts'
import { type Acknowledgement, type Acknowledgements, refusal } from './acknowledgements.ts'
import { isGroup, userOf } from './addresses.ts'
import type { Groups } from './groups.ts'
import { lookupError } from './lookups.ts'
import type { Recipients } from './recipients.ts'
import type { Tokens } from './tokens.ts'
import { KeysNotSaved, newSendProgress, type SendProgress } from './write-barrier.ts'

export interface SendingOptions {
  readonly sock: WASocket
  readonly recipients: Recipients
  readonly groups: Groups
  readonly tokens: Tokens
  readonly acknowledgements: Acknowledgements
  readonly departing: AsyncLocalStorage<SendProgress>
  /** The content to write, with its file uploaded. */
  readonly contentOf: (message: Pick<OutgoingMessage, 'text' | 'media'>) => Promise<proto.IMessage>
  /** Resolves when the connection is lost. */
  readonly lost: Promise<void>
  readonly acknowledgeMs: number
}

export async function sendMessage(
  options: SendingOptions,
  message: OutgoingMessage,
): Promise<{ status: 'accepted' | 'sent' }> {
  const first = await attempt(options, message, message.repeat ?? false)
  // The server refused because of outdated devices and delivered nothing: retry with the current ones.
  const answer = first?.error === '479' ? await attempt(options, message, true) : first
  if (answer?.error) throw refusal(answer.error, isGroup(message.to))
  return { status: answer ? 'sent' : 'accepted' }
}

async function attempt(
  options: SendingOptions,
  message: OutgoingMessage,
  repeat: boolean,
): Promise<Acknowledgement | undefined> {
  const { recipients, groups, acknowledgements, tokens } = options
  const { id, to } = message
  const jid = await untilLost(options, isGroup(to) ? prepareGroup(options, to, repeat) : recipients.prepare(to, repeat))
  const content = await untilLost(options, options.contentOf(message))
  const acknowledged = acknowledgements.expect(id)
  try {
    await write(options, id, jid, content)
    if (!isGroup(jid)) tokens.note(jid).catch(() => {})
    const answer = await answerOf(options, acknowledged)
    if (answer?.stale) (isGroup(jid) ? groups : recipients).doubt(jid)
    return answer
  } catch (error) {
    // Baileys records the group's key as distributed, whether it arrived or not.
    if (isGroup(jid)) recipients.doubtGroup(jid)
    // The phone may have keys again at the next attempt.
    else if (error instanceof DriverError && error.code === 'no_keys') recipients.doubt(jid)
    throw error
  } finally {
    acknowledgements.forget(id)
  }
}

async function prepareGroup({ groups, recipients }: SendingOptions, id: string, repeat: boolean): Promise<string> {
  await recipients.prepareMembers(await groups.membersToReach(id), repeat)
  if (repeat) recipients.doubtGroup(id)
  return id
}

/** Throws if nothing was sent (`session`, `later`), or if that is unknown (`unknown`). */
async function write({ sock, departing, lost }: SendingOptions, id: string, jid: string, content: proto.IMessage) {
  const message = newSendProgress(isGroup(jid))
  // Baileys reads this right before it writes the stanza: the last moment to stop one that no device could decrypt.
  const lastLook = {
    get length() {
      if (!isGroup(jid) && !message.encryptedFor.has(userOf(jid))) throw new DriverError('later', 'no_keys')
      message.isNext = true
      return 0
    },
  }
  const written = departing
    .run(message, () =>
      sock.relayMessage(jid, content, { messageId: id, additionalNodes: lastLook as unknown as BinaryNode[] }),
    )
    .then(() => message.through)
  const gone = lost.then(() => {
    throw message.hasLeft ? new DriverError('unknown', 'line_lost') : new DriverError('session', 'line_lost')
  })
  await Promise.race([written, gone]).catch((error: unknown) => {
    if (error instanceof DriverError) throw error
    if (error instanceof KeysNotSaved) throw new DriverError('session', 'keys_not_kept', { cause: error })
    if (message.hasLeft) throw new DriverError('unknown', 'line_lost', { cause: error })
    // It reached the write barrier, which was closed.
    if (message.isNext) throw new DriverError('session', 'line_lost', { cause: error })
    throw lookupError(error)
  })
}

/** Undefined: no response from the server yet. */
async function answerOf(
  { lost, acknowledgeMs }: SendingOptions,
  acknowledged: Promise<Acknowledgement>,
): Promise<Acknowledgement | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), acknowledgeMs)
  })
  const gone = lost.then(() => {
    throw new DriverError('unknown', 'line_lost')
  })
  try {
    return await Promise.race([acknowledged, late, gone])
  } finally {
    clearTimeout(timer)
  }
}

/** Rejects when the connection is lost during a lookup: nothing was sent. */
export async function untilLost<T>({ lost }: Pick<SendingOptions, 'lost'>, under: Promise<T>): Promise<T> {
  const gone = lost.then(() => {
    throw new DriverError('session', 'line_lost')
  })
  return await Promise.race([under, gone])
}
