// A readable form of a message text where no contact is known: shows variables by name in brackets.
import { chipText } from './chip-text.ts'
import { piecesOf } from './chips.ts'
import type { CustomVariable } from './variable-text.ts'

/** For example `Dear [Preferred name or Name],`. Conditions and loops are left out. */
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
