// Custom fields in imported files: which columns fill them, and how a cell is read by the type of its field.
import type { CustomField } from '../../../contract/custom-fields.ts'
import { type CustomInput, type CustomValue, type CustomValues, readCustom } from '../../../contract/custom-values.ts'
import { type CustomColumn, textsIn } from '../../../contract/exports.ts'
import { customRecordOf, type ImportField, type ImportKind, type ImportOptions } from '../../../contract/imports.ts'
import { type Message, message } from '../../../contract/messages/message.ts'
import { Currency } from '../../../contract/money.ts'
import { membersOf } from '../../identity/team/service.ts'
import type { Tenant } from '../../platform/db/index.ts'
import { checkManyCustom, columnsOf, fieldsOf } from '../custom-fields/service.ts'
import { proseOf, short, textOf } from './cells.ts'
import { fieldFault, fieldLabel } from './field-labels.ts'
import type { CustomCells, ImportContext, PendingRow, RowOutcome } from './importer.ts'
import { canonical, fitsCurrency, readAmount, readDay, unreadAmounts, unreadDay } from './styles.ts'
import { neitherYesNorNo, readYesNo } from './yes-no.ts'

export async function customCells(tenant: Tenant, kind: ImportKind): Promise<CustomCells> {
  const record = customRecordOf[kind]
  if (!record) return { fields: [], members: [] }
  const fields = (await fieldsOf(tenant, record)).filter(({ is_active }) => is_active)
  return { fields, members: fields.some(({ type }) => type === 'person') ? await membersOf(tenant) : [] }
}

/** The column of the field that a header names, by its export name or the field's own name. */
export function customColumnOf({ fields }: CustomCells, header: string): CustomColumn | undefined {
  const text = header.trim().toLowerCase()
  const keys = fields.flatMap(({ key, type }) => [
    `custom.${key}`,
    ...(type === 'money' ? [`custom.${key}.currency`] : []),
  ])
  if (keys.includes(text)) return text as CustomColumn
  const named = fields.find(({ name }) => name.toLowerCase() === text)
  return named && `custom.${named.key}`
}

/** The custom field that a column fills, if any. */
export const customFieldOf = ({ fields }: Pick<CustomCells, 'fields'>, field: ImportField | null) =>
  fields.find(({ key }) => field === `custom.${key}`)

/** The label of a field, for a message. */
export const labelOf = ({ fields }: CustomCells, field: string): Message | string =>
  fields.find(({ key }) => field === `custom.${key}` || field === `custom.${key}.currency`)?.name ?? fieldLabel(field)

interface Say {
  problem(problem: Message): void
  /** The person is not a member here. The implementation reports a problem, or a remark that the field stays empty. */
  stranger(field: string, name: string): void
}

/** Reads the values of a row from another program's file. Empty cells change nothing. */
export function readCustomRow(
  cells: string[],
  { layout, options, custom }: Pick<ImportContext, 'layout' | 'options' | 'custom'>,
  say: (problem: Message) => void,
): CustomValues {
  const values: CustomValues = {}
  for (const field of custom.fields) {
    const column: CustomColumn = `custom.${field.key}`
    if (!layout.places.has(column)) continue
    const text = field.type === 'choices' ? proseOf(cells, layout, column) : textOf(cells, layout, column)
    const currency = field.type === 'money' ? textOf(cells, layout, `${column}.currency`) : ''
    const stranger = () => say(message('row.field', { field: field.name, fault: message('owner.not_member') }))
    const value = readCell(field, { text, currency }, options, custom, { problem: say, stranger })
    if (value !== null && value !== undefined) values[field.key] = value
  }
  return values
}

/** Reads the custom fields of a row that a reimport changes. `texts`: the changed cells; `row`: all cells. */
export function readCustomTexts(
  texts: { readonly [field: string]: string },
  row: { readonly [field: string]: string },
  options: ImportOptions,
  custom: CustomCells,
  say: Say,
): CustomInput {
  const input: CustomInput = {}
  for (const field of custom.fields) {
    const columns = [`custom.${field.key}`, `custom.${field.key}.currency`] as const
    if (columns.every((column) => texts[column] === undefined)) continue
    const [text = '', currency = ''] = columns.map((column) => row[column])
    const value = readCell(field, { text, currency }, options, custom, say)
    if (value !== undefined) input[field.key] = value
  }
  return input
}

/** The values of a record as an export writes them, by column. */
export const customTexts = (
  { fields, members }: CustomCells,
  custom: CustomValues = {},
): { [column: string]: string } => {
  const names = new Map(members.map(({ id, name }) => [id, name]))
  const columns = fields.flatMap((field) => columnsOf(field, names))
  return Object.fromEntries(columns.map(({ header, value }) => [header, String(value({ custom }) ?? '')]))
}

/** Null for an empty cell; undefined if it reported a fault. */
function readCell(
  field: CustomField,
  cell: { text: string; currency: string },
  options: ImportOptions,
  custom: CustomCells,
  say: Say,
): CustomValue | null | undefined {
  if (cell.text === '') return null
  const read = understoodAs(field, cell, options, custom)
  if ('stranger' in read) {
    say.stranger(field.name, read.stranger)
    return null
  }
  if ('fault' in read) {
    say.problem(fieldFault(field.key, read.fault, field.name))
    return undefined
  }
  const { values, faults } = readCustom([field], { [field.key]: read.value })
  for (const fault of faults) say.problem(customFault(custom, fault))
  return values[field.key]
}

const customFault = (custom: CustomCells, { path, message: fault }: { path: string; message: Message }) =>
  fieldFault(path, fault, labelOf(custom, path))

type Read = { value: CustomValue | null } | { fault: Message } | { stranger: string }

function understoodAs(
  { type, choices }: CustomField,
  { text, currency }: { text: string; currency: string },
  { number_style, date_style, currency: otherwise }: ImportOptions,
  { members }: CustomCells,
): Read {
  const choiceOf = (written: string) =>
    choices.find((choice) => choice.name.toLowerCase() === written.toLowerCase())?.id ??
    choices.find(({ id }) => id === written)?.id
  const notChoice = (written: string): Read => ({ fault: message('row.not_custom_choice', { text: short(written) }) })
  switch (type) {
    case 'number': {
      const [, minus = '', digits = ''] = /^([-−]?)\s*(.*?)\s*%?$/s.exec(text) ?? []
      const reading = readAmount(digits, number_style)
      if (!reading.ok && reading.problem !== 'wrong') return { fault: unreadAmounts[reading.problem](text) }
      if (!reading.ok || reading.value.sign !== '') return { fault: message('field.not_decimal') }
      return { value: `${minus && '-'}${canonical(reading.value.amount)}` }
    }
    case 'money': {
      if (/^[-–—]$/.test(text)) return { value: null }
      const reading = readAmount(text, number_style)
      if (!reading.ok) return { fault: unreadAmounts[reading.problem](text) }
      const { amount, sign } = reading.value
      const code = currency.toUpperCase() || (Currency.safeParse(sign).success ? sign : otherwise)
      if (!fitsCurrency(sign, code))
        return { fault: message('row.other_currency', { text: short(text), currency: code }) }
      return { value: { amount: canonical(amount), currency: code } }
    }
    case 'date': {
      const reading = readDay(text, date_style)
      return reading.ok ? { value: reading.value } : { fault: unreadDay(text, reading.problem) }
    }
    case 'choice': {
      const id = choiceOf(text)
      return id ? { value: id } : notChoice(text)
    }
    case 'choices': {
      const whole = choiceOf(text)
      const written = whole ? [text] : textsIn(text, ',;\n')
      const unknown = written.find((each) => !choiceOf(each))
      return unknown ? notChoice(unknown) : { value: written.map((each) => choiceOf(each)!) }
    }
    case 'yes_no': {
      const said = readYesNo(text)
      return said === undefined ? { fault: neitherYesNorNo(short(text)) } : { value: said }
    }
    case 'person': {
      const called = members.filter((member) => member.name.toLowerCase() === text.toLowerCase())
      if (called.length === 1) return { value: called[0]!.id }
      return { stranger: short(text) }
    }
    default:
      return { value: text }
  }
}

/** The names of the chosen choices as the organization writes them, to show beside the typed text. */
export function choiceNames(field: CustomField, text: string): string | undefined {
  if (field.type !== 'choice' && field.type !== 'choices') return undefined
  const none: CustomCells = { fields: [], members: [] }
  const read = understoodAs(field, { text, currency: '' }, {} as ImportOptions, none)
  const ids = 'value' in read ? [read.value].flat() : []
  return field.choices.flatMap(({ id, name }) => (ids.includes(id) ? name : [])).join(', ') || undefined
}

/** Checks values again before they are written, because a field or choice may have been deleted after the preview. */
export async function checkRows(
  tenant: Tenant,
  { kind, custom }: Pick<ImportContext, 'kind' | 'custom'>,
  rows: PendingRow[],
): Promise<{ ready: PendingRow[]; refused: RowOutcome[] }> {
  const record = customRecordOf[kind]
  const given = rows.map(({ data }) => (data as { custom?: CustomInput }).custom)
  if (!record || given.every((each) => !each || Object.keys(each).length === 0)) return { ready: rows, refused: [] }
  const checked = await checkManyCustom(tenant, record, given)
  const refused = rows.flatMap(({ line }, index): RowOutcome[] => {
    const { faults } = checked[index]!
    if (faults.length === 0) return []
    const reasons = faults.map((fault) => customFault(custom, fault))
    return [{ line, action: 'error', reasons, record_id: null, undo: null }]
  })
  const lines = new Set(refused.map(({ line }) => line))
  return { ready: rows.filter(({ line }) => !lines.has(line)), refused }
}
