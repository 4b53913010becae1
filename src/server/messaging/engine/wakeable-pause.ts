// A pause that a wake-up ends early.
export interface WakeablePause {
  /** Ends the current pause; later pauses return at once until `takeWake` is called. */
  wake(): void
  /** Whether there was a wake-up since the last call. */
  takeWake(): boolean
  /** Returns at once if there was a wake-up since `takeWake`. */
  pause(ms: number): Promise<void>
}

/** The longest pause, because a wake-up may be lost. */
const maxMs = 60_000

export function wakeablePause(): WakeablePause {
  let isAwake = false
  let end = () => {}
  return {
    wake: () => {
      isAwake = true
      end()
    },
    takeWake: () => {
      const wasAwake = isAwake
      isAwake = false
      return wasAwake
    },
    pause: async (ms) => {
      if (isAwake) return
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.min(ms, maxMs))
        end = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      end = () => {}
    },
  }
}
