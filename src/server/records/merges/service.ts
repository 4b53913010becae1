// Rules of merges: opted-out wins, everything moves in one transaction, and can be undone for 30 days.
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
    const columns = name === 'phone' ? ['phone', 'phone_key', 'wa_id'] : [name]
    for (const column of columns) if (source[column] !== winner[column]) after[column] = source[column]
  }
  let opted_out: string | null = null
  if (kind === 'contact') {
    const all = [winner, ...others]
    const keys = all.map(({ phone_key }) => phone_key as string | null).filter((key) => key !== null)
    const out = await queries.optedOut(tenant, keys)
    const consent =
      all.find((row) => row.consent === 'opted_out') ??
      all.find((row) => isSet(row.consent) && row.consent !== 'unknown')
    if (consent && winner.consent !== 'opted_out' && (winner.consent === 'unknown' || consent.consent === 'opted_out'))
      for (const column of ['consent', 'consent_at', 'consent_how', 'consent_evidence']) after[column] = consent[column]
    const key = ('phone_key' in after ? after.phone_key : winner.phone_key) as string | null
    if (out && key && (await queries.optOut(tenant, key, out))) opted_out = key
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
  const before = Object.fromEntries(Object.keys(after).map((name) => [name, winner[name]]))
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

export async function undo(tenant: Tenant, id: string, event: { at: Date; ip: string }): Promise<Merge> {
  orNotFound(await queries.get(tenant, id))
  const merge = await queries.lockUndoable(tenant, id, undoableSince(event.at))
  if (!merge) throw new AppError('state_conflict', message('merge.not_undoable'))
  const { kind, winner_id, moved } = merge
  const winner = (await queries.lock(tenant, kind, [winner_id])).get(winner_id)
  if (!winner) throw new AppError('state_conflict', message('merge.not_undoable'))
  // A field that a user has changed since the merge keeps its value.
  const back = Object.entries(moved.before).filter(([name]) => winner[name] === moved.after[name])
  if (moved.opted_out) await queries.liftOptOut(tenant, moved.opted_out, merge.at)
  if (back.length > 0) await queries.change(tenant, kind, winner_id, Object.fromEntries(back))
  await queries.setMerged(tenant, kind, moved.losers, false)
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
