// Suppresses libsignal's console output, which contains whole sessions including private keys.
const itsLines =
  /^(Closing|Opening|Removing old closed|Migrating) session|^Session (already|error)|^Closing open session|^Decrypted message with closed|^Failed to decrypt message with any/

export function quietLibsignal(): void {
  for (const level of ['info', 'warn', 'error'] as const) {
    // biome-ignore lint/suspicious/noConsole: wrapped to suppress output, not to print
    const print = console[level]
    console[level] = (...args: unknown[]) => {
      if (typeof args[0] !== 'string' || !itsLines.test(args[0])) print(...args)
    }
  }
}
