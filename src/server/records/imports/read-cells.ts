// Phone numbers, amounts and dates of a row as the import understood them, to be shown beside the typed text.
import type { Import, ImportField, ImportOptions, ReadCell } from '../../../contract/imports.ts'
import { isPlausible, parsePhone, phoneText } from '../contacts/service.ts'
import { valuesIn } from './cells.ts'
import { canonical } from './investment-row.ts'
import { readAmount, readDay } from './styles.ts'

/** Leaves out cells that cannot be read, because the row's `reasons` report them. */
export function readCells(cells: readonly string[], columns: Import['columns'], options: ImportOptions): ReadCell[] {
  return columns.flatMap(({ field }, column) => {
    const kind = field && kindOf(field)
    if (!kind) return []
    const read = valuesIn(cells[column] ?? '').flatMap((text) => readers[kind](text, options) ?? [])
    if (read.length === 0) return []
    const is_unusual = read.some((each) => each.is_unusual)
    return { column, kind, text: read.map(({ text }) => text).join(', '), is_unusual }
  })
}

function kindOf(field: ImportField): ReadCell['kind'] | undefined {
  if (/^(contact_)?phone$/.test(field)) return 'phone'
  if (field.endsWith('_on')) return 'day'
  return /amount$|^ticket_|^unit|_percent$|^valuation_cap$/.test(field) ? 'amount' : undefined
}

type Read = Pick<ReadCell, 'text' | 'is_unusual'> | undefined

const readers: { [kind in ReadCell['kind']]: (text: string, options: ImportOptions) => Read } = {
  phone: (text, { country }) => {
    const parsed = parsePhone(text, country)
    return parsed.ok ? { text: phoneText(parsed.phone), is_unusual: !isPlausible(parsed.phone) } : undefined
  },
  amount: (text, { number_style }) => {
    const reading = readAmount(text.replace(/\s*%$/, ''), number_style)
    return reading.ok ? { text: canonical(reading.value.amount), is_unusual: false } : undefined
  },
  day: (text, { date_style }) => {
    const reading = readDay(text, date_style)
    return reading.ok ? { text: reading.value, is_unusual: false } : undefined
  },
}
