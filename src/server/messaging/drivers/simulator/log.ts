// The witness: a log on disk of what arrived in the simulated network. Outside the database, so that it is independent evidence.
import { appendFile, mkdir, open, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Step } from './numbers.ts'

type LogEntry = Pairing | Frame | HandedOver

export interface Pairing {
  readonly at: string
  readonly kind: 'paired' | 'unlinked'
  readonly device: string
}

export interface Frame {
  readonly at: string
  /** `repeat`: the phone has this id already and shows nothing new. `not_arrived`: it never reached the phone. */
  readonly kind: 'message' | 'repeat' | 'not_arrived'
  readonly id: string
  readonly to: string
  readonly text: string
  /** Hex digest of the file. */
  readonly media?: string
}

/** What was delivered back to the sender, once taken; ids by step. */
export interface HandedOver {
  readonly at: string
  readonly kind: 'handed_over'
  readonly ids: Partial<Record<Step, string[]>>
}

export interface Log {
  /** Resolves when written: a killed process loses nothing of it. */
  append(entry: LogEntry): Promise<void>
  /** The last `bytes` of it, oldest first. */
  tail(bytes: number): AsyncGenerator<LogEntry>
  /** Resolves when no write is pending. */
  settled(): Promise<void>
  /** False if another process wrote, or a write failed. */
  isOurs(): Promise<boolean>
}

export async function openLog(folder: string, sessionId: string): Promise<Log> {
  const path = pathOf(folder, sessionId)
  // Other users of this machine must not read messages.
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  let size = await sizeOf(path)
  // A process killed during a write leaves half a line: this ends it.
  let text = size > 0 ? '\n' : ''
  let next: Promise<void> | undefined
  let last = Promise.resolve()

  async function write() {
    const chunk = text
    text = ''
    next = undefined
    await appendFile(path, chunk, { mode: 0o600 })
    size += Buffer.byteLength(chunk)
  }

  return {
    append: (entry) => {
      text += `${JSON.stringify(entry)}\n`
      // One write at a time; concurrent entries share the next.
      if (!next) {
        next = last.then(write)
        last = next.catch(() => {})
      }
      return next
    },
    tail: (bytes) => read(path, Math.max(0, size - bytes)),
    settled: () => last,
    isOurs: async () => (await sizeOf(path)) === size,
  }
}

export interface WitnessLog {
  readonly id: string
  readonly to: string
  readonly text: string
  readonly media?: string
  /** Frames received under this id; the phone shows only one message. */
  readonly count: number
}

/** Every message that reached a phone from this session, in the order of arrival. */
export async function readWitness(folder: string, sessionId: string): Promise<WitnessLog[]> {
  const messages = new Map<string, WitnessLog>()
  for await (const entry of read(pathOf(folder, sessionId), 0)) {
    if (entry.kind !== 'message' && entry.kind !== 'repeat') continue
    const count = (messages.get(entry.id)?.count ?? 0) + 1
    const { id, to, text, media } = entry
    messages.set(id, { id, to, text, count, ...(media ? { media } : {}) })
  }
  return [...messages.values()]
}

const pathOf = (folder: string, sessionId: string) => join(folder, `${encodeURIComponent(sessionId)}.log`)

async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  return found?.size ?? 0
}

async function* read(path: string, start: number): AsyncGenerator<LogEntry> {
  if ((await sizeOf(path)) === 0) return
  const file = await open(path)
  for await (const line of file.readLines({ start })) {
    const entry = parse(line)
    if (entry) yield entry
  }
}

/** Undefined for half a line: of a killed process, or where the tail begins. */
function parse(line: string): LogEntry | undefined {
  try {
    return JSON.parse(line) as LogEntry
  } catch {
    return undefined
  }
}
