// Whose fault it is. Baileys leaves promises behind that nobody waits for; what fails there concerns one line, which notices
// by itself, and must not end the process with everybody else's.

export function isBaileysFault(reason: unknown): boolean {
  return reason instanceof Error && /[\\/]node_modules[\\/](baileys|libsignal)[\\/]/.test(reason.stack ?? '')
}
