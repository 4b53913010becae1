// Baileys' logger, through the server's own: warnings and errors as one sentence each. What Baileys adds (stanzas, keys,
// messages) is never logged.
import type { SocketConfig } from 'baileys'

export interface Log {
  warn(detail: object, text: string): void
}

/** Normal for every connection, or logged by the driver itself with more detail. */
const expected =
  /^(⚠️ DANGER: DISABLING ALL SYNC|error 463|timed out waiting for message|stream errored out|no name present|transaction failed|failed to commit)/

/** `isOver`: failures caused by closing the connection are not logged. */
export function baileysLogger(log: Log, sessionId: string, isOver: () => boolean): SocketConfig['logger'] {
  const tell = (detail: unknown, text?: string) => {
    const said = typeof detail === 'string' ? detail : (text ?? '')
    if (!isOver() && !expected.test(said))
      log.warn({ session_id: sessionId, reason: reasonOf(detail) }, `Baileys: ${said}`)
  }
  const logger: SocketConfig['logger'] = {
    level: 'warn',
    child: () => logger,
    trace: () => {},
    debug: () => {},
    info: () => {},
    warn: tell,
    error: tell,
  }
  return logger
}

function reasonOf(detail: unknown): string | undefined {
  if (typeof detail !== 'object' || detail === null) return undefined
  for (const value of [detail, ...Object.values(detail)]) {
    if (value instanceof Error) return value.message
  }
  return undefined
}
