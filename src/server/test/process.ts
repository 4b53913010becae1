// Kabar as a separate process built from its sources, for tests that kill it or its database.
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll } from 'vitest'
import { type KabarProcess, kabarIn } from './kabar.ts'

export type { KabarProcess } from './kabar.ts'

const programs = { 'src/server/main.ts': 'main.js', 'src/server/cli/main.ts': 'kabar.js' }

/** Bundles a program, which then starts several times as fast as from its sources. Call it at the top of a test file. */
export async function programOf(entry: keyof typeof programs): Promise<string> {
  // Built by `npm test` from the same sources.
  if (process.env.TEST_PROGRAMS) return join(process.env.TEST_PROGRAMS, programs[entry])
  // Inside the repository, where dependencies and migrations are found.
  const folder = mkdtempSync(join(cache(), 'process-'))
  // Some tests run it as another user.
  chmodSync(folder, 0o755)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const outfile = join(folder, 'main.js')
  await build({
    entryPoints: { main: entry },
    outdir: folder,
    bundle: true,
    // As in the production build.
    splitting: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
  })
  return outfile
}

function cache() {
  const folder = join(import.meta.dirname, '../../../.cache')
  mkdirSync(folder, { recursive: true })
  return folder
}

/** Call it at the top of a test file; it cleans up after the file. */
export async function kabarProcess(environment: Record<string, string> = {}): Promise<KabarProcess> {
  const program = await programOf('src/server/main.ts')
  const dataDir = mkdtempSync(join(tmpdir(), 'kabar-process-'))
  const kabar = kabarIn(dataDir, program, environment)
  afterAll(async () => {
    // A suspended process receives no signals.
    kabar.thaw()
    await kabar.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return kabar
}
