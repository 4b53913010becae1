// Imports an archive of "Export everything" into an empty organization: all of it, or nothing.

import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { type CustomDefinition, CustomInput, readCustom } from '../../../../contract/custom-values.ts'
import type { EverythingImport } from '../../../../contract/imports.ts'
import { messageOfIssue } from '../../../../contract/messages/issue.ts'
import { type Message, message } from '../../../../contract/messages/message.ts'
import { OrganizationInput } from '../../../../contract/organization.ts'
import { AppError, orNotFound, tableLabel } from '../../../errors.ts'
import { columnsOf, exported, shapeOf } from '../../../identity/account/service.ts'
import { change, getOrganization, holdLong } from '../../../identity/organization/service.ts'
import { membersOf } from '../../../identity/team/service.ts'
import { writeAuditEvent } from '../../../platform/db/audit-events.ts'
import { allowComputation, type Database, inTenant, type Tenant } from '../../../platform/db/index.ts'
import { exceeded, holdUploads, type Quotas } from '../../../platform/db/quotas.ts'
import { advanceSequence } from '../../../platform/db/sequences.ts'
import type { Caller } from '../../../platform/http/authentication.ts'
import { timeSlices } from '../../../time-slices.ts'
import { parsePhone } from '../../contacts/service.ts'
import { type Archive, isZip, openArchive } from '../archive.ts'
import { unreadable } from '../csv.ts'
import * as queries from './queries.ts'
import { everywhere, ignoredTables, importedTables } from './tables.ts'

type ArchiveRow = Record<string, unknown>

/** Limit for all tables together. */
const maxRows = 1_000_000
/** Users are kept in memory while the other tables are read. */
const maxUsers = 10_000
const batchRows = 500
/** Characters in a batch. It is one JSON text, and serializing it blocks the event loop. */
const batchText = 2_000_000
/** Characters in a line, which is one row; notes and message texts have at most 20,000. */
const maxLine = 400_000

export async function importEverything(
  database: Database,
  caller: Caller,
  file: Buffer,
  quotas: Quotas,
): Promise<EverythingImport> {
  if (!isZip(file)) throw notOurs()
  // Counted in a transaction of its own, because a failed import costs as much to read.
  await inTenant(database, caller, async (tenant) => {
    await holdUploads(tenant)
    await quotas.assert(tenant, 'uploads', 1)
    await queries.noteUpload(tenant)
  })
  const archive = await openArchive(file).catch(refuse)
  const settings = await first(lines(archive, 'organizations'))
  if (!settings) throw notOurs()
  return await inTenant(database, caller, async (tenant) => {
    await holdLong(tenant)
    await allowComputation(tenant)
    const used = await queries.inUse(tenant)
    if (used)
      throw new AppError('organization_in_use', message('archive.organization_not_empty', { what: tableLabel(used) }))
    await settle(tenant, settings)
    await queries.removeSeeds(tenant)
    const users = await usersIn(tenant, archive)
    const tables: EverythingImport['tables'] = []
    const fields: ReadField[] = []
    let total = 0
    for (const { table, rules, without = [] } of importedTables) {
      const one = exported.find((each) => each.table === table)!
      const columns = columnsOf(one, await shapeOf(tenant, table)).filter((column) => !without.includes(column))
      const reader = readerOf(tenant, table, { columns, rules: { ...everywhere, ...rules }, users, fields })
      let rows = 0
      let batch: ArchiveRow[] = []
      let text = 0
      const write = async () => {
        if (batch.length > 0) await queries.insert(tenant, table, batch).catch((error) => refuseRows(error, table))
        rows += batch.length
        batch = []
        text = 0
      }
      for await (const { row, nth, length } of lines(archive, table)) {
        if (timeSlices.isOver()) await timeSlices.nextInTransaction()
        if (++total > maxRows) throw tooMany()
        // A view of a member who is not here.
        if (row.private_to && !users.has(row.private_to)) continue
        batch.push(reader(row, nth))
        text += length
        if (batch.length === batchRows || text > batchText) await write()
      }
      await write()
      tables.push({ table, rows })
    }
    await advanceSequence(tenant)
    // Includes the rows that were just inserted.
    const over = await quotas.recordsOver(tenant, 0)
    if (over) throw exceeded(over)
    const found = await queries.fault(tenant)
    if (found) throw inconsistent(found)
    await writeAuditEvent(tenant, {
      action: 'archive_imported',
      user_id: caller.user_id,
      ip: caller.ip,
      at: new Date(),
    })
    return { tables, skipped_tables: [...ignoredTables] }
  })
}

/** Sets the settings of the organization, validated as in its form. */
async function settle(tenant: Tenant, settings: ArchiveRow) {
  const { name, country, time_zone, base_currency } = settings
  const read = z.partial(OrganizationInput).safeParse({ name, country, time_zone, base_currency })
  if (!read.success || read.data.name === undefined) throw wrongRow('organizations', 1, message('label.setting_fault'))
  const { name: given, ...others } = read.data
  const { version } = orNotFound(await getOrganization(tenant))
  await change(tenant, { ...others, ...(given !== '' && { name: given }), version })
}

/** Users are matched by email address; a user who is not a member here owns nothing here. */
async function usersIn(tenant: Tenant, archive: Archive): Promise<Map<unknown, string>> {
  const members = new Map((await membersOf(tenant)).map(({ id, email }) => [email.toLowerCase(), id]))
  const users = new Map<unknown, string>()
  for await (const { row, nth } of lines(archive, 'users')) {
    if (nth > maxUsers) throw tooMany()
    const here = members.get(String(row.email ?? '').toLowerCase())
    if (here) users.set(row.id, here)
  }
  return users
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

const owners = ['owner_user_id', 'changed_by', 'private_to', 'assignee_user_id', 'done_by']

/** Columns whose value has ids inside. */
const withIds = ['segment', 'parameters']

interface Reading {
  columns: string[]
  rules: { [column: string]: z.ZodMiniType }
  users: Map<unknown, string>
  /** The custom fields, available once their table was read. */
  fields: ReadField[]
}

type ReadField = CustomDefinition & { record: string }

function readerOf(tenant: Tenant, table: string, { columns, rules, users, fields }: Reading) {
  return (given: ArchiveRow, nth: number): ArchiveRow => {
    const row: ArchiveRow = {}
    for (const column of columns) {
      const value = given[column] ?? null
      if (column === 'created_by') row[column] = users.get(value) ?? tenant.user_id ?? null
      else if (column === 'custom') row[column] = customHere(given.custom, nth)
      else if (owners.includes(column)) row[column] = users.get(value) ?? null
      else if ((column === 'id' || column.endsWith('_id')) && value !== null) {
        if (typeof value !== 'string' || !uuid.test(value))
          throw wrongRow(table, nth, message('label.column_fault', { column, fault: message('field.not_id') }))
        row[column] = idHere(tenant, value)
      } else {
        const rule = value === null ? undefined : rules[column]
        const isIn = rule?.safeParse(withIds.includes(column) ? idsHere(tenant, value) : value)
        if (isIn && !isIn.success) throw wrongRow(table, nth, faultOf(column, isIn.error))
        row[column] = isIn ? isIn.data : value
      }
    }
    if (table === 'contacts') setKeys(row, nth)
    if (table === 'custom_fields') fields.push({ ...(row as unknown as ReadField), is_active: true })
    return row
  }

  /** Checks values of custom fields by the rules of their types. Leaves out persons who are not members here. */
  function customHere(value: unknown, nth: number) {
    const parsed = CustomInput.safeParse(value ?? {})
    if (!parsed.success) throw wrongRow(table, nth, faultOf('custom', parsed.error))
    const own = fields.filter(({ record }) => `${record}s` === table)
    const isPerson = (key: string) => own.some((field) => field.key === key && field.type === 'person')
    const entries = Object.entries(parsed.data).map(([key, each]) =>
      isPerson(key) ? ([key, users.get(each) ?? null] as const) : ([key, each] as const),
    )
    const { values, faults } = readCustom(own, Object.fromEntries(entries))
    const [first] = faults
    if (first) throw wrongRow(table, nth, message('label.column_fault', { column: first.path, fault: first.message }))
    return Object.fromEntries(Object.entries(values).filter(([, each]) => each !== null))
  }
}

/** Computes the keys of the numbers. An archive of an earlier version has only one number per contact. */
function setKeys(row: ArchiveRow, nth: number) {
  row.phone_label ??= 'mobile'
  for (const list of ['other_phones', 'other_emails', 'former_phones']) row[list] ??= []
  row.phone_key = keyOf(row.phone, 'phone', nth)
  row.other_phone_keys = (row.other_phones as { phone: string }[]).map(({ phone }) => keyOf(phone, 'other_phones', nth))
}

function keyOf(phone: unknown, column: string, nth: number): string | null {
  if (phone === null) return null
  const parsed = parsePhone(String(phone), '')
  if (!parsed.ok || parsed.phone !== phone)
    throw wrongRow('contacts', nth, message('label.column_fault', { column, fault: message('field.not_phone') }))
  return parsed.key
}

/** Maps an old id to a new one in this organization, the same for every reference to it, and keeps its time of creation. */
function idHere({ organization_id }: Tenant, id: string): string {
  const old = id.toLowerCase()
  const hash = createHash('sha256').update(`${organization_id} ${old}`).digest('hex')
  const variant = '89ab'[Number.parseInt(hash[3]!, 16) & 3]
  const isTimed = old[14] === '7'
  const time = isTimed ? old.slice(0, 13) : `${hash.slice(20, 28)}-${hash.slice(28, 32)}`
  return `${time}-${isTimed ? '7' : '8'}${hash.slice(0, 3)}-${variant}${hash.slice(4, 7)}-${hash.slice(7, 19)}`
}

const listOfIds = new RegExp(`^(${uuid.source.slice(1, -1)})(,(${uuid.source.slice(1, -1)}))*$`, 'i')

/** Maps the ids within the rules of a segment or the filters of a view. */
function idsHere(tenant: Tenant, value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, each: unknown) =>
    typeof each === 'string' && listOfIds.test(each)
      ? each
          .split(',')
          .map((id) => idHere(tenant, id))
          .join()
      : each,
  )
}

async function* lines(
  archive: Archive,
  table: string,
): AsyncGenerator<{ row: ArchiveRow; nth: number; length: number }> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest = ''
  let nth = 0
  const read = (text: string) => {
    nth += 1
    let row: unknown
    try {
      row = JSON.parse(text)
    } catch {
      row = undefined
    }
    if (typeof row !== 'object' || row === null || Array.isArray(row))
      throw wrongRow(table, nth, message('label.not_row'))
    return { row: row as ArchiveRow, nth, length: text.length }
  }
  try {
    for await (const slice of archive.read(`json/${table}.jsonl`)) {
      rest += decoder.decode(slice, { stream: true })
      const parts = rest.split('\n')
      rest = parts.pop()!
      for (const part of parts) if (part !== '') yield read(part)
      if (rest.length > maxLine) throw wrongRow(table, nth + 1, message('label.too_long'))
    }
    rest += decoder.decode()
  } catch (error) {
    if (error instanceof AppError && error.said.code === 'archive.row_fault') throw error
    refuse()
  }
  if (rest !== '') yield read(rest)
}

async function first<T>(some: AsyncIterable<{ row: T }>): Promise<T | undefined> {
  for await (const { row } of some) return row
  return undefined
}

const wrongRow = (table: string, nth: number, what: Message) =>
  unreadable(message('archive.row_fault', { table, line: nth, fault: what }))

/** Classes 22 and 23: the database rejects the data, such as a duplicate name or a reference to a missing record. */
function refuseRows(error: { code?: unknown; detail?: unknown }, table: string): never {
  if (!/^2[23]/.test(String(error.code))) throw error
  throw unreadable(message('archive.rows_inconsistent', { table }))
}

function inconsistent({ fault, reference, currency }: queries.Fault) {
  const faults = {
    commitment: message('archive.commitment_missing', { reference }),
    investment_decimals: message('archive.investment_decimals', { reference, currency }),
    transaction: message('archive.transaction_fault', { reference, currency }),
    no_default_status: message('archive.no_default_status'),
    no_base_currency: message('archive.no_base_currency'),
  }
  return unreadable(message('archive.inconsistent', { fault: faults[fault] }))
}

/** The first error in a value, as a message that names the column. */
const faultOf = (column: string, { issues }: z.core.$ZodError) =>
  message('label.column_fault', {
    column: column.replaceAll('_', ' '),
    fault: messageOfIssue(issues[0]?.message ?? ''),
  })

const notOurs = () => unreadable(message('archive.not_export'))

function refuse(): never {
  throw unreadable(message('archive.damaged'))
}

const tooMany = () => new AppError('too_large', message('archive.too_many_rows'))
