// Phone numbers, amounts, dates and choices of a row as the import read them, to show beside the typed text.
import { fieldForm, type Import, type ImportOptions, type ReadCell } from '../../../contract/imports.ts'
import { isPlausible, parsePhone, phoneText } from '../contacts/service.ts'
import { valuesIn } from './cells.ts'
import { choiceNames, customFieldOf } from './custom-cells.ts'
import type { CustomCells } from './importer.ts'
import { canonical, readAmount, readDay } from './styles.ts'

/** Leaves out cells that cannot be read, because the row's `reasons` report them. */
export function readCells(
  cells: readonly string[],
  columns: Import['columns'],
  options: ImportOptions,
  custom: CustomCells,
): ReadCell[] {
  return columns.flatMap(({ field }, column) => {
    const own = customFieldOf(custom, field)
    const names = own && choiceNames(own, (cells[column] ?? '').trim())
    if (names !== undefined) return { column, kind: 'name' as const, text: names, is_unusual: false }
    const kind = field && (/^(contact_)?phone$/.test(field) ? 'phone' : fieldForm(field, own?.type))
    if (!kind) return []
    const read = valuesIn(cells[column] ?? '').flatMap((text) => readers[kind](text, options) ?? [])
    if (read.length === 0) return []
    const is_unusual = read.some((each) => each.is_unusual)
    return { column, kind, text: read.map(({ text }) => text).join(', '), is_unusual }
  })
}

type Read = Pick<ReadCell, 'text' | 'is_unusual'> | undefined

const readers: { [kind in Exclude<ReadCell['kind'], 'name'>]: (text: string, options: ImportOptions) => Read } = {
  phone: (text, { country }) => {
    const parsed = parsePhone(text, country)
    return parsed.ok ? { text: phoneText(parsed.phone), is_unusual: !isPlausible(parsed.phone) } : undefined
  },
  amount: (text, { number_style }) => {
    const [, minus = '', digits = ''] = /^([-−]?)\s*(.*?)\s*%?$/s.exec(text) ?? []
    const reading = readAmount(digits, number_style)
    return reading.ok ? { text: `${minus && '-'}${canonical(reading.value.amount)}`, is_unusual: false } : undefined
  },
  day: (text, { date_style }) => {
    const reading = readDay(text, date_style)
    return reading.ok ? { text: reading.value, is_unusual: false } : undefined
  },
}
