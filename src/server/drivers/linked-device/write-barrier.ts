// The way out: no frame leaves before what it depends on is kept. Baileys writes a message to the line first and its
// ratchet to the store afterwards; a crash in between would use the same key twice, which no recipient can decrypt.

/** What is needed of the WebSocket below Baileys. */
export interface Writer {
  send(frame: Uint8Array | string, done?: (error?: Error) => void): void
}

/** How far a message came, for whoever has to say what became of it. */
export interface SendProgress {
  /** To a group: Baileys notes who was handed the group's key as soon as it is told that the frame is written. */
  readonly toGroup: boolean
  /** Whose phones it was encrypted for: companions alone are not the person. */
  readonly encryptedFor: Set<string>
  /** The next frame written in its name is the message itself. */
  isNext: boolean
  /** Whoever reads the line may have it from here on. */
  hasLeft: boolean
  /** Set when its frame has come to the gate. Rejects when it could not be written. */
  through?: Promise<void>
}

export const newSendProgress = (toGroup: boolean): SendProgress => ({
  toGroup,
  encryptedFor: new Set(),
  isNext: false,
  hasLeft: false,
})

export interface WriteBarrier {
  /** Frames wait here; they are in order, because each is numbered when it is encrypted. What waits then never leaves. */
  close(): void
}

/**
 * `keep` writes down what must be durable before the next frame, or answers undefined when there is nothing: those that
 * come while it writes share the next write. After it has failed once nothing leaves any more: frames are numbered, and
 * one that is missing ends the line. `leaving` is the message whose frame this is, if it is one: Baileys holds every
 * other message back until it is told that this one is written, so it is told at once; `through` knows better.
 */
export function openWriteBarrier(
  writer: Writer,
  keep: () => Promise<void> | undefined,
  broken: (error: Error) => void,
  leaving: () => SendProgress | undefined = () => undefined,
): WriteBarrier {
  const write = writer.send.bind(writer)
  let tail: Promise<void> | undefined
  let shut: Error | undefined

  writer.send = (frame, done) => {
    const kept = shut ? undefined : keep()
    const message = leaving()
    if (message) {
      message.through = new Promise((resolve, reject) =>
        pass(frame, kept, (error) => (error ? reject(error) : resolve()), message),
      )
      // Whoever sends it learns of it.
      message.through.catch(() => {})
      const told = message.toGroup ? message.through : Promise.resolve()
      told.then(() => done?.(), done)
    } else pass(frame, kept, done)
  }

  function pass(
    frame: Uint8Array | string,
    kept: Promise<void> | undefined,
    done?: (error?: Error) => void,
    message?: SendProgress,
  ) {
    const go = () => {
      if (shut) return done?.(shut)
      if (message) message.hasLeft = true
      write(frame, done)
    }
    if (!kept && !tail) return go()
    const turn: Promise<void> = Promise.all([kept, tail])
      .then(go, (error: unknown) => {
        const first = !shut
        shut ??= new KeysNotSaved(error)
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
export class KeysNotSaved extends Error {
  override readonly name = 'NotKept'

  constructor(cause: unknown) {
    super('the keys could not be kept', { cause })
  }
}
