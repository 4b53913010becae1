// Write barrier: a frame is sent only after the keys it depends on are stored. Baileys writes a message first and stores its
// ratchet afterwards; a crash in between would use the same key twice, which no recipient can decrypt.

/** The part of the WebSocket below Baileys that is needed. */
export interface Writer {
  send(frame: Uint8Array | string, done?: (error?: Error) => void): void
}

/** Progress of a send, from which its outcome is decided. */
export interface SendProgress {
  /** To a group: Baileys records who received the group's key as soon as the frame counts as written. */
  readonly toGroup: boolean
  /** The people for whose phones it was encrypted; companion devices alone do not count. */
  readonly encryptedFor: Set<string>
  /** The next frame written for it is the message itself. */
  isNext: boolean
  /** From here on the message may have been sent. */
  hasLeft: boolean
  /** Set when its frame reaches the barrier. Rejects if it could not be written. */
  through?: Promise<void>
}

export const newSendProgress = (toGroup: boolean): SendProgress => ({
  toGroup,
  encryptedFor: new Set(),
  isNext: false,
  hasLeft: false,
})

export interface WriteBarrier {
  /** Waiting frames are never sent. They are in order, because each is numbered when it is encrypted. */
  close(): void
}

/**
 * `store` stores what must be durable before the next frame, or returns undefined if there is nothing; frames that arrive
 * during a write share the next. After one failure no frame is sent: they are numbered, and a missing one closes the
 * connection. `leaving`: the message of this frame, if any. Baileys blocks all other messages until this one counts as
 * written, so it resolves immediately; `through` has the actual outcome.
 */
export function openWriteBarrier(
  writer: Writer,
  store: () => Promise<void> | undefined,
  broken: (error: Error) => void,
  pendingMessage: () => SendProgress | undefined = () => undefined,
): WriteBarrier {
  const write = writer.send.bind(writer)
  let tail: Promise<void> | undefined
  let closeError: Error | undefined

  writer.send = (frame, done) => {
    const stored = closeError ? undefined : store()
    const message = pendingMessage()
    if (message) {
      message.through = new Promise((resolve, reject) =>
        pass(frame, stored, (error) => (error ? reject(error) : resolve()), message),
      )
      // The sender gets the error.
      message.through.catch(() => {})
      const written = message.toGroup ? message.through : Promise.resolve()
      written.then(() => done?.(), done)
    } else pass(frame, stored, done)
  }

  function pass(
    frame: Uint8Array | string,
    stored: Promise<void> | undefined,
    done?: (error?: Error) => void,
    message?: SendProgress,
  ) {
    const go = () => {
      if (closeError) return done?.(closeError)
      if (message) message.hasLeft = true
      write(frame, done)
    }
    if (!stored && !tail) return go()
    const turn: Promise<void> = Promise.all([stored, tail])
      .then(go, (error: unknown) => {
        const first = !closeError
        closeError ??= new KeysNotSaved(error)
        done?.(closeError)
        if (first) broken(closeError)
      })
      .finally(() => {
        if (tail === turn) tail = undefined
      })
    tail = turn
  }

  return {
    close: () => {
      closeError ??= new Error('the line is closed')
    },
  }
}

/** The keys could not be stored, so the frame was not sent. */
export class KeysNotSaved extends Error {
  override readonly name = 'KeysNotSaved'

  constructor(cause: unknown) {
    super('session keys could not be saved', { cause })
  }
}
