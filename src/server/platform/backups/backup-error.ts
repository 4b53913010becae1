/** A fault that the operator can fix. Its one-line message tells them how. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}
