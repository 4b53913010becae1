// Rules of merges: opted-out wins, everything moves in one transaction, and can be undone for 30 days.
import { isDeepStrictEqual } from 'node:util'
import { pagination } from '../../../contract/common.ts'
import {
  type DuplicateQuery,
  type Merge,
  type MergeInput,
  type MergeKind,
  mergeFields,
  undoDays,
} from '../../../contract/merges.ts'
import { message } from '../../../contract/messages/message.ts'
import { AppError, fieldError, notFound, orNotFound } from '../../errors.ts'
import { writeAuditEvent } from '../../platform/db/audit-events.ts'
import type { Tenant } from '../../platform/db/index.ts'
import { phoneText } from '../contacts/service.ts'
import { fieldsOf } from '../custom-fields/service.ts'
import { retitle } from '../investments/service.ts'
import * as queries from './queries.ts'

const withText = ({ phone, ...record }: queries.ShownRecord) => ({ ...record, phone_text: phoneText(phone) })

export async function duplicates(tenant: Tenant, query: DuplicateQuery) {
  const { data, total } = await queries.duplicates(tenant, query)
  return {
    data: data.map((pair) => ({ ...pair, records: pair.records.map(withText) })),
    pagination: pagination(query, total),
  }
}

export async function list(tenant: Tenant, query: DuplicateQuery, now: Date) {
  const { data, total } = await queries.list(tenant, query, undoableSince(now))
  return { data, pagination: pagination(query, total) }
}

/** The value of a column, or with a name such as `custom.tier` of a custom field. */
function valueIn(row: Record<string, unknown>, name: string): unknown {
  if (!name.startsWith('custom.')) return row[name]
  return (row.custom as Record<string, unknown>)[name.slice('custom.'.length)] ?? null
}

const undoableSince = (now: Date) => new Date(now.getTime() - undoDays * 86_400_000)

export async function records(tenant: Tenant, kind: MergeKind, ids: readonly string[]) {
  const found = await queries.records(tenant, kind, ids)
  if (found.length < new Set(ids).size) throw notFound()
  return { data: found.map(withText) }
}

export async function ignore(tenant: Tenant, ids: readonly [string, string]) {
  if (ids[0] === ids[1]) throw fieldError('invalid_request', 'ids', message('merge.same_record'))
  const known = [
    ...(await queries.records(tenant, 'contact', ids)),
    ...(await queries.records(tenant, 'investor', ids)),
  ]
  if (known.length < 2) throw notFound()
  await queries.ignore(tenant, ids)
}

export async function create(
  tenant: Tenant,
  { kind, winner_id, loser_ids, fields = {} }: MergeInput,
  event: { at: Date; ip: string },
): Promise<Merge> {
  const losers = [...new Set(loser_ids)]
  if (losers.includes(winner_id)) throw fieldError('invalid_request', 'loser_ids', message('merge.same_record'))
  const rows = await queries.lock(tenant, kind, [winner_id, ...losers])
  if (rows.size < losers.length + 1) throw notFound()
  const winner = rows.get(winner_id)!
  const others = losers.map((id) => rows.get(id)!)
  if (others.some((row) => row.kind !== winner.kind))
    throw fieldError('invalid_request', 'loser_ids', message('merge.other_kind'))
  const after: Record<string, unknown> = {}
  const isSet = (value: unknown) => value !== null && value !== ''
  for (const name of mergeFields[kind]) {
    const chosen = fields[name] === undefined ? undefined : rows.get(fields[name])
    if (fields[name] !== undefined && !chosen)
      throw fieldError('not_found', `fields.${name}`, message('record.deleted'))
    const source = chosen ?? [winner, ...others].find((row) => isSet(row[name])) ?? winner
    const columns = name === 'phone' ? ['phone', 'phone_key', 'phone_label', 'wa_id'] : [name]
    for (const column of columns) if (source[column] !== winner[column]) after[column] = source[column]
  }
  for (const { key } of await fieldsOf(tenant, kind)) {
    const name = `custom.${key}`
    const chosen = fields[name] === undefined ? undefined : rows.get(fields[name])
    if (fields[name] !== undefined && !chosen)
      throw fieldError('not_found', `fields.${name}`, message('record.deleted'))
    const source = chosen ?? [winner, ...others].find((row) => valueIn(row, name) !== null) ?? winner
    const value = valueIn(source, name)
    if (!isDeepStrictEqual(value, valueIn(winner, name))) after[name] = value
  }
  let opted_out: string[] = []
  if (kind === 'contact') {
    const all = [winner, ...others]
    const chosen = { ...winner, ...after }
    for (const [column, value] of Object.entries(everyNumber(chosen, all)))
      if (!isDeepStrictEqual(value, winner[column])) after[column] = value
    const keys = all.flatMap(numbersIn).map(({ key }) => key)
    const out = await queries.optedOut(tenant, keys)
    const consent =
      all.find((row) => row.consent === 'opted_out') ??
      all.find((row) => isSet(row.consent) && row.consent !== 'unknown')
    if (consent && winner.consent !== 'opted_out' && (winner.consent === 'unknown' || consent.consent === 'opted_out'))
      for (const column of ['consent', 'consent_at', 'consent_how', 'consent_evidence']) after[column] = consent[column]
    // An opt-out of one number applies to all numbers of the person.
    if (out) opted_out = await queries.optOut(tenant, keys, out)
    if (out && (after.consent ?? winner.consent) !== 'opted_out') after.consent = 'opted_out'
  }
  if (kind === 'investor' && others.some(({ do_not_contact }) => do_not_contact) && !winner.do_not_contact)
    after.do_not_contact = true
  if (kind === 'contact') await queries.skipTwins(tenant, winner_id, losers)
  const moved = await queries.move(tenant, kind, winner_id, losers)
  // The losers are deleted before the winner takes a number of theirs: two contacts that are not deleted cannot have the same one.
  await queries.setMerged(tenant, kind, losers, true)
  if (Object.keys(after).length > 0) await queries.change(tenant, kind, winner_id, after)
  if (kind === 'investor') await retitle(tenant, { investor_id: winner_id })
  const before = Object.fromEntries(Object.keys(after).map((name) => [name, valueIn(winner, name)]))
  const id = await queries.insert(tenant, kind, winner_id, { ...moved, before, after, losers, opted_out })
  await writeAuditEvent(tenant, {
    ...event,
    user_id: tenant.user_id,
    action: 'records_merged',
    target_id: winner_id,
    detail: { kind, count: losers.length + 1 },
  })
  return orNotFound(await queries.get(tenant, id))
}

type Row = Record<string, unknown>
type Listed = { label: string; phone: string }

const numbersIn = ({ phone, phone_key, phone_label, other_phones, other_phone_keys }: Row) => [
  ...(phone === null ? [] : [{ label: phone_label as string, phone: phone as string, key: phone_key as string }]),
  ...(other_phones as Listed[]).map((other, nth) => ({ ...other, key: (other_phone_keys as string[])[nth]! })),
]

/** The winner gets all numbers and addresses; those that are not preferred become its other ones. */
function everyNumber(chosen: Row, all: readonly Row[]) {
  const numbers = all.flatMap(numbersIn).filter(({ key }) => key !== chosen.phone_key)
  const emails = all.flatMap(({ email, other_emails }) => [email as string, ...(other_emails as string[])])
  const others = new Map(emails.toReversed().map((email) => [email.toLowerCase(), email]))
  for (const taken of ['', (chosen.email as string).toLowerCase()]) others.delete(taken)
  const former = all.flatMap(({ former_phones }) => former_phones as { key: string }[])
  const isNow = (key: string) => key === chosen.phone_key || numbers.some((number) => number.key === key)
  return {
    other_phones: numbers.map(({ label, phone }) => ({ label, phone })),
    other_phone_keys: numbers.map(({ key }) => key),
    other_emails: [...others.values()].toReversed(),
    former_phones: former.filter(({ key }) => !isNow(key)),
  }
}

const numberColumns = [
  'phone',
  'phone_key',
  'phone_label',
  'wa_id',
  'other_phones',
  'other_phone_keys',
  'former_phones',
]

/** The winner's numbers as changed since the merge, without those that return to the losers. */
function numbersWithout(winner: Row, before: Row, lost: readonly string[]): Row {
  const stays = numbersIn(winner).filter(({ key }) => !lost.includes(key))
  const earlier = numbersIn({ ...winner, ...before, other_phones: [], other_phone_keys: [] })
  const isFree = !lost.includes(String(winner.phone_key))
  const preferred = isFree ? stays.find(({ key }) => key === winner.phone_key) : (earlier[0] ?? stays[0])
  const others = stays.filter(({ key }) => key !== preferred?.key)
  return {
    phone: preferred?.phone ?? null,
    phone_key: preferred?.key ?? null,
    phone_label: preferred?.label ?? 'mobile',
    wa_id: isFree ? winner.wa_id : null,
    other_phones: others.map(({ label, phone }) => ({ label, phone })),
    other_phone_keys: others.map(({ key }) => key),
    former_phones: (winner.former_phones as { key: string }[]).filter(({ key }) => !lost.includes(key)),
  }
}

export async function undo(tenant: Tenant, id: string, event: { at: Date; ip: string }): Promise<Merge> {
  orNotFound(await queries.get(tenant, id))
  const merge = await queries.lockUndoable(tenant, id, undoableSince(event.at))
  if (!merge) throw new AppError('state_conflict', message('merge.not_undoable'))
  const { kind, winner_id, moved } = merge
  const winner = (await queries.lock(tenant, kind, [winner_id])).get(winner_id)
  if (!winner) throw new AppError('state_conflict', message('merge.not_undoable'))
  // A field that a user has changed since the merge keeps its value.
  const back = Object.entries(moved.before).filter(([name]) =>
    isDeepStrictEqual(valueIn(winner, name), moved.after[name]),
  )
  if (
    kind === 'contact' &&
    !numberColumns.every((name) => isDeepStrictEqual(winner[name], moved.after[name] ?? winner[name]))
  )
    back.push(
      ...Object.entries(numbersWithout(winner, moved.before, await queries.numbersOfMerged(tenant, moved.losers))),
    )
  for (const key of [moved.opted_out ?? []].flat()) await queries.liftOptOut(tenant, key, merge.at)
  if (back.length > 0) await queries.change(tenant, kind, winner_id, Object.fromEntries(back))
  if ((await queries.restoreMerged(tenant, kind, moved.losers)) === 'phone_taken')
    throw new AppError('state_conflict', message('merge.number_taken'))
  await queries.moveBack(tenant, kind, winner_id, moved)
  if (kind === 'investor') for (const of of [winner_id, ...moved.losers]) await retitle(tenant, { investor_id: of })
  await queries.markUndone(tenant, id)
  await writeAuditEvent(tenant, {
    ...event,
    user_id: tenant.user_id,
    action: 'merge_undone',
    target_id: winner_id,
    detail: { kind },
  })
  return orNotFound(await queries.get(tenant, id))
}
