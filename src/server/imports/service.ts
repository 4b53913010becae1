// Rules of imports: a file becomes a preview, a preview is started once.
import type { Import } from '../../contract/imports.ts'
import { hint } from '../db/hints.ts'
import { type Database, inTenant, type Tenant } from '../db/index.ts'
import { found } from '../errors.ts'
import { writePreview } from './preview.ts'
import * as queries from './queries.ts'

export { startImports } from './worker.ts'

/** One transaction: an upload that breaks off leaves nothing. */
export async function upload(
  database: Database,
  who: { organization_id: string; user_id: string },
  file: { name: string; content: Buffer },
): Promise<Import> {
  return await inTenant(database, who, async (tenant) => {
    const id = await writePreview(tenant, file.content, plainName(file.name))
    return found(await queries.get(tenant, id))
  })
}

/** Pressed twice, it is one import. */
export async function start(tenant: Tenant, id: string): Promise<Import> {
  if (await queries.start(tenant, id)) await hint(tenant, 'imports')
  return found(await queries.get(tenant, id))
}

/** To be shown, never to be opened: no folders, nothing invisible. */
function plainName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? ''
  return (
    last
      .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
      .trim()
      .slice(0, 200) || 'file.csv'
  )
}
