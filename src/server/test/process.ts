// Kabar from its sources as a process of its own, for tests that kill it or its database.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll } from 'vitest'
import { type KabarProcess, kabarIn } from './kabar.ts'

export type { KabarProcess } from './kabar.ts'

const programs = { 'src/server/main.ts': 'main.js', 'src/server/cli/main.ts': 'kabar.js' }

/** A program in few files, which starts several times as fast as its sources. Call it at the top of a test file. */
export async function programOf(entry: keyof typeof programs): Promise<string> {
  // What `npm test` has built of these very sources.
  if (process.env.TEST_PROGRAMS) return join(process.env.TEST_PROGRAMS, programs[entry])
  // Below the repository, where its dependencies and migrations are found.
  const folder = mkdtempSync(join(cache(), 'process-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const outfile = join(folder, 'main.js')
  await build({
    entryPoints: { main: entry },
    outdir: folder,
    bundle: true,
    // As the build has it.
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
  const [kabar] = await kabarProcesses(1, environment)
  return kabar!
}

/** Several, each with a data folder of its own. */
export async function kabarProcesses(count: number, environment: Record<string, string> = {}): Promise<KabarProcess[]> {
  const program = await programOf('src/server/main.ts')
  return Array.from({ length: count }, () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'kabar-process-'))
    const kabar = kabarIn(dataDir, program, environment)
    afterAll(async () => {
      // What is frozen hears nothing.
      kabar.thaw()
      await kabar.stop()
      rmSync(dataDir, { recursive: true, force: true })
    })
    return kabar
  })
}
