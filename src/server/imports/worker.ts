// Applies started imports in the background, batch by batch, and goes on where a killed worker stopped.
import { fillMany, insertMany, type Match, matches } from '../contacts/service.ts'
import { inBackground } from '../db/background.ts'
import { type Database, inTenant, keepOrganization, type Tenant } from '../db/index.ts'
import { decide, emailKey } from './decision.ts'
import * as queries from './queries.ts'

interface Log {
  info(context: object, message: string): void
  warn(context: object, message: string): void
  error(context: object, message: string): void
}

export interface ImportsOptions {
  database: Database
  log: Log
}

/** One transaction each: short enough to be no burden on others, long enough to make a commit cheap. */
const batchRows = 1_000
/** How often the rows of old imports are looked for; at the start too. */
const tidyMs = 3_600_000

export function startImports({ database, log }: ImportsOptions): { stop(): Promise<void> } {
  let stopped = false
  let tidyAt = performance.now()
  const background = inBackground({
    database,
    log,
    name: 'imports',
    topics: ['imports'],
    pollMs: 1_000,
    turn: async () => {
      const turn = await queries.takeTurn(database)
      if (turn) await work(turn)
      if (turn || performance.now() < tidyAt) return turn !== undefined
      const more = await removeOldRows(database)
      if (!more) tidyAt = performance.now() + tidyMs
      return more
    },
  })

  return {
    stop: async () => {
      stopped = true
      await background.stop()
    },
  }

  async function work(turn: queries.Turn) {
    try {
      for (let line: number | undefined = 0; line !== undefined && !stopped; )
        line = await applyBatch(database, turn, line)
      if (stopped) await inTenant(database, turn, (tenant) => queries.endTurn(tenant, turn, { status: 'running' }))
    } catch (error) {
      // 22 and 23: the database refuses what was to be written, and would again.
      if (!/^2[23]/.test(String((error as { code?: unknown }).code))) throw error
      log.error({ err: error, import_id: turn.id }, 'an import failed')
      const failure =
        'Kabar could not save one of the rows. What was imported until then is kept; import the file again for the rest.'
      await inTenant(database, turn, (tenant) => queries.endTurn(tenant, turn, { status: 'failed', failure }))
    }
  }
}

/** Of one import; true when there may be another. */
async function removeOldRows(database: Database): Promise<boolean> {
  const old = await queries.findOld(database)
  if (old)
    await inTenant(database, old, async (tenant) => {
      await keepOrganization(tenant)
      await queries.removeRows(tenant, old.id)
    })
  return old !== undefined
}

/** The line it came to; nothing when there is no more to do, or somebody else took over. */
export async function applyBatch(
  database: Database,
  turn: queries.Turn,
  after: number,
  size = batchRows,
): Promise<number | undefined> {
  return await inTenant(database, turn, async (tenant) => {
    await keepOrganization(tenant)
    if (!(await queries.keepTurn(tenant, turn))) return undefined
    const rows = await queries.openRows(tenant, turn.id, after, size)
    if (rows.length === 0) {
      await queries.endTurn(tenant, turn, { status: 'done' })
      return undefined
    }
    const changing = rows.filter(({ action }) => action === 'create' || action === 'update')
    const { outcomes, left } = await apply(tenant, changing)
    const byLine = new Map(outcomes.map((row) => [row.line, row]))
    await queries.markDone(
      tenant,
      turn.id,
      rows.filter((row) => !left.includes(row)).map((row) => byLine.get(row.line) ?? row),
    )
    return left[0] ? left[0].line - 1 : rows.at(-1)!.line
  })
}

/**
 * Decides again: the preview is a promise of minutes or days ago, and people go on working. Known contacts come first:
 * once the new ones are counted, this transaction waits for nobody's contact (docs/decisions/0007-order-of-locks.md).
 */
async function apply(tenant: Tenant, rows: queries.PlannedRow[]) {
  const known = await matches(
    tenant,
    rows.flatMap((row) => row.phone_key ?? []),
    rows.filter((row) => !row.phone_key).map(emailKey),
  )
  const outcomes: queries.PlannedRow[] = []
  const creates: queries.PlannedRow[] = []
  const touched = new Set<Match>()
  for (const { subject, action, reason, match } of decide(rows, known)) {
    if (action === 'create') creates.push(subject)
    else outcomes.push({ ...subject, action, reason, contact_id: match.id })
    if (action === 'update') touched.add(match)
  }
  await fillMany(tenant, [...touched])
  const made = await insertMany(
    tenant,
    creates.map(({ contact, phone_key }) => ({ ...contact, phone_key })),
  )
  const ids = new Map(made.map((contact) => [contact.phone_key ?? contact.email_key, contact.id]))
  const idOf = (row: queries.PlannedRow) => ids.get(row.phone_key ?? emailKey(row))
  for (const row of creates.filter(idOf)) outcomes.push({ ...row, action: 'create', contact_id: idOf(row)! })
  // Whoever is left met a contact made in this very moment, and is of the next batch.
  return { outcomes, left: creates.filter((row) => !idOf(row)) }
}
