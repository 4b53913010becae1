// All SQL of notes.
import { sql } from 'kysely'
import type { Note, NoteQuery } from '../../../contract/notes.ts'
import type { Tenant } from '../../platform/db/index.ts'
import { setDeleted, updateRecord } from '../../platform/db/records.ts'
import { numbersOfContact } from '../contacts/service.ts'

export interface Subject {
  investor_id?: string | undefined
  contact_id?: string | undefined
  investment_id?: string | undefined
  /** An unknown number that the note is about. */
  address_key?: string | undefined
}

const columns = sql`n.id, n.investor_id, n.contact_id, n.investment_id, n.body, n.is_pinned,
  case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as author,
  n.version, n.created_at, n.updated_at`
const withAuthor = sql`left join users u on u.organization_id = n.organization_id and u.id = n.created_by`

/** Whether the record of a note exists; false if it is missing or deleted. */
export async function isThere(tenant: Tenant, subject: Subject): Promise<boolean> {
  const [table, id] = subjectOf(subject)
  const { rows } = await sql`
    select from ${sql.table(`${table}s`)}
    where organization_id = ${tenant.organization_id} and id = ${id} and deleted_at is null`.execute(tenant.db)
  return rows.length > 0
}

export async function list(tenant: Tenant, query: NoteQuery): Promise<{ data: Note[]; total: number }> {
  const [table, id] = subjectOf(query)
  const limit = query.per_page ?? 20
  const offset = ((query.page ?? 1) - 1) * limit
  const field = query.sort?.endsWith('updated_at') ? sql`n.updated_at` : sql`n.created_at`
  const order =
    query.sort === undefined
      ? sql`n.is_pinned desc, n.created_at desc, n.id desc`
      : query.sort.startsWith('-')
        ? sql`${field} desc, n.id desc`
        : sql`${field}, n.id`
  const where = sql`n.organization_id = ${tenant.organization_id} and ${
    table === 'contact'
      ? sql`(n.contact_id = ${id} or n.address_key = any (${numbersOfContact(tenant, id)}))`
      : sql`${sql.ref(`n.${table}_id`)} = ${id}`
  }
    and n.deleted_at is null and strpos(fold(n.body), fold(${query.q ?? ''})) > 0`
  const counted = await sql<{ total: number }>`select count(*) as total from notes n where ${where}`.execute(tenant.db)
  const { rows } = await sql<Note>`
    select ${columns} from notes n ${withAuthor} where ${where}
    order by ${order} limit ${limit} offset ${offset}`.execute(tenant.db)
  return { data: rows, total: counted.rows[0]!.total }
}

export async function get(tenant: Tenant, id: string): Promise<Note | undefined> {
  const { rows } = await sql<Note>`
    select ${columns} from notes n ${withAuthor}
    where n.organization_id = ${tenant.organization_id} and n.id = ${id} and n.deleted_at is null`.execute(tenant.db)
  return rows[0]
}

export async function insert(
  tenant: Tenant,
  note: Subject & { body: string; is_pinned?: boolean | undefined },
): Promise<string> {
  const { id } = await tenant.db
    .insertInto('notes')
    .values({ ...note, organization_id: tenant.organization_id, created_by: tenant.user_id ?? null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function update(
  tenant: Tenant,
  id: string,
  version: number,
  change: { body?: string; is_pinned?: boolean },
): Promise<boolean> {
  return await updateRecord(tenant, 'notes', { id, version }, change)
}

export const remove = (tenant: Tenant, id: string) => setDeleted(tenant, 'notes', id, true)
export const restore = (tenant: Tenant, id: string) => setDeleted(tenant, 'notes', id, false)

function subjectOf({ investor_id, contact_id, investment_id }: Subject): [table: string, id: string] {
  if (investor_id) return ['investor', investor_id]
  if (contact_id) return ['contact', contact_id]
  return ['investment', investment_id!]
}
