// What was understood of a cell, where that is more than what was typed.
import type { ImportRow } from '../../../contract/imports.ts'
import { calendarDay } from '../../platform/lib/format.ts'
import { decimal } from '../../platform/lib/money.ts'

export function understood(
  { cells, read }: Pick<ImportRow, 'cells' | 'read'>,
  index: number,
): { text: string; is_unusual: boolean } | undefined {
  const found = read.find(({ column }) => column === index)
  if (!found) return undefined
  const { kind, text, is_unusual } = found
  const typed = (cells[index] ?? '').trim()
  if (kind === 'phone') return dialled(typed) === dialled(text) && !is_unusual ? undefined : { text, is_unusual }
  if (typed === text) return undefined
  const shown = kind === 'day' ? calendarDay(text) : decimal(text)
  return shown === typed ? undefined : { text: shown, is_unusual }
}

/** The digits of an international number; of a local one the text as typed. */
const dialled = (text: string) => (text.startsWith('+') ? text.replace(/[^\d+]/g, '') : text)
