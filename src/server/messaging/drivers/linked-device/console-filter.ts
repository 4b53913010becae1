// Suppresses libsignal's console output: it prints whole sessions, including private keys, with console.info and console.warn.

type Printer = Pick<Console, 'info' | 'warn'>

/** Every text that libsignal 6.0.0 prints that way. */
const texts =
  /^(Closing session:|Opening session:|Removing old closed session:|Session already (closed|open)|Migrating session to:|Closing open session in favor|Unhandled bucket type|Decrypted message with closed session)/

const quiet = new WeakSet<Printer>()

/** Patches the console permanently, once, however many sessions there are. */
export function filterLibsignalConsole(printer: Printer = console): void {
  if (quiet.has(printer)) return
  quiet.add(printer)
  for (const name of ['info', 'warn'] as const) {
    const print = printer[name].bind(printer)
    printer[name] = (...values: unknown[]) => {
      if (!values.some((value) => (typeof value === 'string' && texts.test(value)) || isSession(value)))
        print(...values)
    }
  }
}

function isSession(value: unknown): boolean {
  return typeof value === 'object' && value !== null && ('currentRatchet' in value || 'indexInfo' in value)
}
