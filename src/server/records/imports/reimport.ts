// Reimports files that Kabar exported: updates the record of each id where it differs, and creates missing records. Offerings of other
// files are imported here as well.

import type { CustomInput, CustomValues } from '../../../contract/custom-values.ts'
import type { ImportOptions } from '../../../contract/imports.ts'
import { type Message, message } from '../../../contract/messages/message.ts'
import { AppError } from '../../errors.ts'
import type { Tenant } from '../../platform/db/index.ts'
import { attempt } from '../../platform/db/savepoint.ts'
import { distinct, tooManyCells } from './cells.ts'
import { customTexts, labelOf, readCustomTexts } from './custom-cells.ts'
import { fieldFault } from './field-labels.ts'
import type { ImportContext, PendingRow, PlannedRow, RecordImporter, RowOutcome, UndoStep } from './importer.ts'
import { lockKind } from './queries.ts'
import { reimportContacts } from './reimport-contacts.ts'
import { reimportInvestments } from './reimport-investments.ts'
import { reimportInvestors } from './reimport-investors.ts'
import type { Before, ReimportKind, Texts } from './reimport-kinds.ts'
import { reimportOfferings } from './reimport-offerings.ts'
import { reimportTransactions } from './reimport-transactions.ts'

interface ReimportRowData {
  texts: Texts
  /** The record's version at the time of the preview. */
  version?: number
}

const ofKinds = {
  contacts: reimportContacts,
  investors: reimportInvestors,
  investments: reimportInvestments,
  transactions: reimportTransactions,
  offerings: reimportOfferings,
}

export function reimporter(kind: keyof typeof ofKinds): RecordImporter {
  const own: ReimportKind = ofKinds[kind]
  return {
    batchRows: 50,
    needs: { fields: [own.needs] },
    planner: async (tenant, context) => {
      const before: Before = { seen: new Set() }
      return async (records) => {
        const rows = records.map(({ line, cells }) => ({ line, cells, texts: textsOf(cells, context) }))
        const look = await own.looker(
          tenant,
          rows.map(({ texts }) => texts),
          before,
          context,
        )
        return rows.map(({ line, cells, texts }): PlannedRow<ReimportRowData> => {
          const torn = tooManyCells(cells, context.layout)
          const row = { line, cells, key: null }
          if (torn) return { ...row, data: { texts }, action: 'error', reasons: [torn], record_id: null }
          const { action, reasons, current } = decide(own, look, texts, context)
          const data = { texts, ...(current && { version: current.version }) }
          return { ...row, data, action, reasons, record_id: current?.id ?? null }
        })
      }
    },
    apply: async (tenant, context, rows) => {
      await lockKind(tenant, kind)
      const outcomes: RowOutcome[] = []
      const before: Before = { seen: new Set(), importId: context.id }
      for (const row of rows as PendingRow<ReimportRowData>[]) {
        const outcome = await applyOne(tenant, own, row, before, context)
        if (outcome.record_id) before.seen.add(outcome.record_id)
        outcomes.push(outcome)
      }
      return outcomes
    },
  }
}

/** The texts of the mapped columns. Exported CSV escapes formulas with a leading apostrophe; workbooks do not need it. */
function textsOf(cells: string[], { layout, isWorkbook }: ImportContext): Texts {
  return Object.fromEntries(
    [...layout.places].map(([field, [column]]) => {
      const cell = cells[column!] ?? ''
      const text = isWorkbook ? cell : cell.replace(/^'(?='*[=+\-@\t\r\n＝＋－＠])/, '')
      return [field, text.normalize('NFC').trim()]
    }),
  )
}

type Lookup = Awaited<ReturnType<ReimportKind['looker']>>

function decide(own: ReimportKind, look: Lookup, cells: Texts, { custom, options, layout }: ImportContext) {
  const texts = look.renamed?.(cells) ?? cells
  const { current, isById, problem } = look.find(texts)
  if (problem) return { action: 'error' as const, reasons: [problem], current }
  const problems: Message[] = []
  const remarks: Message[] = []
  const say = {
    problem: (problem: Message) => void problems.push(problem),
    remark: (remark: Message) => void remarks.push(remark),
  }
  const read = (changed: Texts) => {
    const input = look.read(changed, texts, current, say)
    const values = readCustomTexts(changed, texts, layout.isOwn ? ownFormats(options) : options, custom, {
      problem: say.problem,
      stranger: (field, name) => say.remark(message('row.person_unknown', { field, name })),
    })
    return Object.keys(values).length > 0 ? { ...input, custom: values } : input
  }
  if (!current) {
    const input = read(texts)
    if (problems.length > 0) return { action: 'error' as const, reasons: distinct([...problems, ...remarks]), current }
    return { action: 'create' as const, reasons: distinct(remarks), current, input }
  }
  const { name } = current
  const shownCustom = customTexts(custom, current.custom)
  const shown: Texts = { ...own.shown(current), ...shownCustom }
  const changed = Object.keys(texts).filter(
    (field) =>
      (own.fields.includes(field) || field in shownCustom) &&
      !isSame(texts[field]!, shown[field] ?? '') &&
      // A record that is not found by its id is only completed: a value entered in Kabar takes precedence over one from a file.
      (isById || isEmpty(shown[field] ?? '')),
  )
  if (changed.length === 0) return { action: 'skip' as const, reasons: [message('row.unchanged', { name })], current }
  const input = read(Object.fromEntries(changed.map((field) => [field, texts[field]!])))
  if (problems.length > 0) return { action: 'error' as const, reasons: distinct([...problems, ...remarks]), current }
  if (Object.keys(input).length === 0)
    return { action: 'skip' as const, reasons: distinct([...remarks, message('row.unchanged', { name })]), current }
  if (isById && isLater(current.updated_at, texts.updated_at))
    return { action: 'error' as const, reasons: [changedSince(current.name)], current }
  const fields = [...new Set(changed.map((field) => labelOf(custom, field)))]
  return {
    action: 'update' as const,
    reasons: distinct([message('row.changes', { fields, name }), ...remarks]),
    current,
    input,
  }
}

/** Kabar writes each number and day in one format. */
const ownFormats = (options: ImportOptions): ImportOptions => ({ ...options, number_style: 'point', date_style: 'ymd' })

/** The values that an undo restores; null empties a field. */
const previous = (change: CustomInput, before: CustomValues = {}): CustomInput =>
  Object.fromEntries(Object.keys(change).map((key) => [key, before[key] ?? null]))

const changedSince = (name: string) => message('row.changed_in_kabar', { name })

const isEmpty = (text: string) => text === '' || text === 'false' || text === 'unknown'

/** Spreadsheets write `TRUE`, and numbers without trailing zeros. */
function isSame(a: string, b: string): boolean {
  const canonical = (text: string) =>
    /^-?\d+\.\d+$/.test(text)
      ? text.replace(/0+$/, '').replace(/\.$/, '')
      : text.replace(/^(TRUE|FALSE)$/, (word) => word.toLowerCase())
  return canonical(a) === canonical(b)
}

function isLater(present: string, exported: string | undefined): boolean {
  const at = Date.parse(exported ?? '')
  return !Number.isNaN(at) && Date.parse(present) > at
}

async function applyOne(
  tenant: Tenant,
  own: ReimportKind,
  { line, data, reasons }: PendingRow<ReimportRowData>,
  before: Before,
  context: ImportContext,
): Promise<RowOutcome> {
  try {
    return await attempt(tenant, async () => {
      const look = await own.looker(tenant, [data.texts], before, context)
      const decided = decide(own, look, data.texts, context)
      const { action, current } = decided
      const record_id = current?.id ?? null
      if (action === 'error' || action === 'skip')
        return { line, action, reasons: decided.reasons, record_id, undo: null }
      if (current && data.version !== undefined && current.version !== data.version)
        return { line, action: 'error', reasons: [changedSince(current.name)], record_id, undo: null }
      const undo: UndoStep = { made: [] }
      if (action === 'update') {
        const { custom } = decided.input
        undo.changed = await own.update(tenant, current, decided.input, undo)
        if (custom) undo.changed!.before.custom = previous(custom, current.custom)
        return { line, action, reasons: decided.reasons, record_id, undo }
      }
      const made = await own.create(tenant, decided.input, undo)
      undo.made!.unshift({ what: own.what, id: made.id, version: made.version, ...(made.of && { of: made.of }) })
      return { line, action, reasons, record_id: made.id, undo }
    })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const faults = (error.fields ?? []).map(({ path, message: fault }) =>
      fieldFault(path, fault, labelOf(context.custom, path)),
    )
    const reasons = faults.length > 0 ? distinct(faults) : [error.said]
    return { line, action: 'error', reasons, record_id: null, undo: null }
  }
}
