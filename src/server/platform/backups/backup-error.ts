/** A fault that the operator can see to: the message is for them, in one line. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}
