// The way out: no frame leaves before what it depends on is kept. Baileys writes a message to the line first and its
// ratchet to the store afterwards; a crash in between would use the same key twice, which no recipient can decrypt.

/** What is needed of the WebSocket below Baileys. */
export interface Writer {
  send(frame: Uint8Array | string, done?: (error?: Error) => void): void
}

export interface Gate {
  /** Frames wait here; they are in order, because each is numbered when it is encrypted. */
  close(): void
}

/**
 * `keep` writes down what must be durable before the next frame, or answers undefined when there is nothing.
 * After it has failed once nothing leaves any more: frames are numbered, and one that is missing ends the line.
 */
export function openGate(writer: Writer, keep: () => Promise<void> | undefined, broken: (error: Error) => void): Gate {
  const write = writer.send.bind(writer)
  let tail: Promise<void> | undefined
  let shut: Error | undefined

  writer.send = (frame, done) => {
    if (shut) done?.(shut)
    else if (tail) queue(frame, done, tail.then(keep))
    else {
      const kept = keep()
      if (kept) queue(frame, done, kept)
      else write(frame, done)
    }
  }

  function queue(frame: Uint8Array | string, done: ((error?: Error) => void) | undefined, kept: Promise<void>) {
    const turn: Promise<void> = kept
      .then(() => {
        if (shut) done?.(shut)
        else write(frame, done)
      })
      .catch((error: unknown) => {
        const first = !shut
        shut ??= new NotKept(error)
        done?.(shut)
        if (first) broken(shut)
      })
      .finally(() => {
        if (tail === turn) tail = undefined
      })
    tail = turn
  }

  return {
    close: () => {
      shut ??= new Error('the line is closed')
    },
  }
}

/** The keys could not be kept, so the frame did not leave. */
export class NotKept extends Error {
  override readonly name = 'NotKept'

  constructor(cause: unknown) {
    super('the keys could not be kept', { cause })
  }
}
