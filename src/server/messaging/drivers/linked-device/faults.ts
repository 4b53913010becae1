// Recognizes errors of Baileys. It leaves promises behind that no code awaits; such a failure concerns one connection, which
// recovers on its own, and must not end the process with all other sessions.

export function isBaileysFault(reason: unknown): boolean {
  return reason instanceof Error && /[\\/]node_modules[\\/](baileys|libsignal)[\\/]/.test(reason.stack ?? '')
}
