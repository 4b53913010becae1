// Returns what the import understood of a cell; undefined if that says no more than the typed text.
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
  if (typed === text || kind === 'name') return typed === text ? undefined : { text, is_unusual }
  const shown = kind === 'day' ? calendarDay(text) : decimal(text)
  return shown === typed ? undefined : { text: shown, is_unusual }
}

/** A number in international form without its separators; a local number as typed, because its country code is missing. */
const dialled = (text: string) => (text.startsWith('+') ? text.replace(/[^\d+]/g, '') : text)
