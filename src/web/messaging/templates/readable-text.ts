// A readable form of a message text without a contact: variables become names in brackets.
import { chipText } from './chip-text.ts'
import { piecesOf } from './chips.ts'
import type { CustomVariable } from './variable-text.ts'

/** Example: `Dear [Preferred name or Name],`. Conditions and loops are left out. */
export function readableText(body: string, customs: readonly CustomVariable[] = []): string {
  return piecesOf(body)
    .map((piece) => {
      if (piece.kind === 'words') return piece.source
      const { label, kind } = chipText(piece, customs)
      return kind === 'variable' ? `[${label}]` : piece.kind === 'tag' ? '' : '…'
    })
    .join('')
    .trim()
}
