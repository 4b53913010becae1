// Worker that applies and reverts imports in the background, batch by batch, and resumes where a killed worker stopped.

import type { ImportKind } from '../../../contract/imports.ts'
import { message } from '../../../contract/messages/message.ts'
import { type Database, inTenant, refreshStatistics, shareLockOrganization } from '../../platform/db/index.ts'
import { startPollingWorker } from '../../platform/db/polling-worker.ts'
import { layoutOf } from './columns.ts'
import { checkRows, customCells } from './custom-cells.ts'
import type { RowOutcome } from './importer.ts'
import { kindOf } from './preview.ts'
import * as queries from './queries.ts'
import { revertRows } from './revert.ts'
import * as importRows from './rows/queries.ts'

interface Log {
  info(context: object, message: string): void
  warn(context: object, message: string): void
  error(context: object, message: string): void
}

export interface ImportsOptions {
  database: Database
  log: Log
}

/** Interval of deleting the rows of old imports; also done at startup. */
const tidyMs = 3_600_000
/** Organizations that are remembered for the round robin. */
const maxServed = 1_000

export function startImports({ database, log }: ImportsOptions): { stop(): Promise<void> } {
  let stopped = false
  /** Organizations in the order they were served, least recently served first: others are served before them. */
  const served = new Set<string>()
  /** The line to resume an import from after it yielded to another organization. */
  const places = new Map<string, number>()
  let tidyAt = performance.now()
  const background = startPollingWorker({
    database,
    log,
    name: 'import worker',
    topics: ['imports'],
    pollMs: 1_000,
    tick: async () => {
      const turn = await queries.claimImport(database, [...served])
      if (turn) await work(turn)
      if (turn || performance.now() < tidyAt) return turn !== undefined
      const more = await removeOldRows(database, log)
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

  /** Works until the import is done or one of another organization is waiting: then both get one batch in turn. */
  async function work(turn: queries.ImportClaim) {
    const about = { import_id: turn.id, ...(turn.request_id && { request_id: turn.request_id }) }
    log.info({ ...about, work: turn.work }, 'import claimed')
    remember(turn.organization_id)
    try {
      let line: number | undefined = places.get(turn.id) ?? -1
      let last = line
      places.delete(turn.id)
      do {
        if (turn.work === 'reverting') line = (await revertBatch(database, turn)) ? -1 : undefined
        else line = await applyBatch(database, turn, line)
        last = line ?? last
      } while (line !== undefined && !stopped && !(await queries.othersWait(database, turn.organization_id)))
      if (line !== undefined) {
        places.set(turn.id, line)
        await inTenant(database, turn, (tenant) => queries.releaseClaim(tenant, turn, { status: turn.work }))
      } else if (last > 1_000) await settle()
    } catch (error) {
      // Classes 22 and 23: the database rejects the data, so a retry would fail as well.
      if (!/^2[23]/.test(String((error as { code?: unknown }).code))) throw error
      log.error({ err: error, ...about }, 'import failed')
      const failure = message('import.row_failed')
      await inTenant(database, turn, (tenant) => queries.releaseClaim(tenant, turn, { status: 'failed', failure }))
    }
  }

  function remember(organization: string) {
    served.delete(organization)
    served.add(organization)
    const [first] = served
    if (served.size > maxServed) served.delete(first!)
  }

  /** Analyzes the tables, so that lists and searches stay fast after many inserts. */
  async function settle() {
    await refreshStatistics(database, [
      'contacts',
      'investors',
      'investor_contacts',
      'investments',
      'transactions',
      'import_rows',
    ]).catch((error) => log.warn({ err: error }, 'analyze after import failed'))
  }
}

/** Deletes the rows of one old import or abandoned preview; true if there may be more. A failing one does not block the others. */
async function removeOldRows(database: Database, log: Log): Promise<boolean> {
  const found = [
    ...(await queries.findExpired(database)).map((each) => ({ ...each, remove: importRows.removeRows })),
    ...(await queries.findUnstarted(database)).map((each) => ({ ...each, remove: queries.removeUnstarted })),
  ]
  for (const { organization_id, id, remove } of found) {
    try {
      await inTenant(database, { organization_id }, async (tenant) => {
        await shareLockOrganization(tenant)
        await remove(tenant, id)
      })
      return true
    } catch (error) {
      log.error({ err: error, import_id: id }, 'deleting import rows failed, retrying')
    }
  }
  return false
}

/** Only users who may see amounts can start an import, and it compares its amounts with those of records. */
const allowed = (turn: queries.ImportClaim) => ({ ...turn, permissions: ['see_amounts'] as const })

/** Returns the last line applied; undefined if none is left or another worker took over. */
export async function applyBatch(
  database: Database,
  turn: queries.ImportClaim,
  after: number,
  size?: number,
): Promise<number | undefined> {
  return await inTenant(database, allowed(turn), async (tenant) => {
    await shareLockOrganization(tenant)
    if (!(await queries.renewClaim(tenant, turn))) return undefined
    const { kind, columns, options, file_name: fileName } = await queries.settingsOf(tenant, turn.id)
    const layout = layoutOf(kind, columns)
    const { batchRows, apply } = kindOf({ kind, layout })
    const rows = await importRows.pendingRows(tenant, turn.id, after, size ?? batchRows)
    if (rows.length === 0) {
      // Applying a row may have removed its remarks, so the counts are computed again.
      await queries.recount(tenant, turn.id)
      await queries.releaseClaim(tenant, turn, { status: 'done' })
      return undefined
    }
    const changing = rows.filter(({ action }) => action === 'create' || action === 'update')
    const context = { id: turn.id, kind, options, fileName, layout, custom: await customCells(tenant, kind) }
    const { ready, refused } = await checkRows(tenant, context, changing)
    const outcomes = new Map([...refused, ...(await apply(tenant, context, ready))].map((row) => [row.line, row]))
    const left = changing.filter(({ line }) => !outcomes.has(line))
    const waits = new Set(left)
    const done = rows
      .filter((row) => !waits.has(row))
      .map(
        ({ line, action, reasons, record_id }): RowOutcome =>
          outcomes.get(line) ?? { line, action, reasons, record_id, undo: null },
      )
    await importRows.markDone(tenant, turn.id, rows, done)
    return left[0] ? left[0].line - 1 : rows.at(-1)!.line
  })
}

/** Rows reverted in one batch: few investors, because they are deleted one by one. */
const revertedAtOnce = {
  contacts: 1_000,
  investments: 200,
  transactions: 200,
  investors: 50,
  offerings: 50,
} satisfies Record<ImportKind, number>

/** False if nothing is left to revert or another worker took over. */
async function revertBatch(database: Database, turn: queries.ImportClaim): Promise<boolean> {
  return await inTenant(database, allowed(turn), async (tenant) => {
    await shareLockOrganization(tenant)
    if (!(await queries.renewClaim(tenant, turn))) return false
    const { kind } = await queries.settingsOf(tenant, turn.id)
    const rows = await importRows.undoRows(tenant, turn.id, revertedAtOnce[kind])
    if (rows.length === 0) await queries.releaseClaim(tenant, turn, { status: 'reverted' })
    else await importRows.markReverted(tenant, turn.id, await revertRows(tenant, rows))
    return rows.length > 0
  })
}
