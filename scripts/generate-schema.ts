// `npm run db:generate`: generates schema.sql and db/types.ts from a freshly migrated database. `--verify` only compares.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../src/server/platform/db/embedded/embedded.ts'
import { migrate } from '../src/server/platform/db/migrate.ts'
import { readSchema } from './schema.ts'

const db = join(import.meta.dirname, '../src/server/platform/db')
const verify = process.argv.includes('--verify')
const dataDir = mkdtempSync(join(tmpdir(), 'kabar-schema-'))
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))
const server = await startEmbedded({ dataDir })
try {
  await migrate(server.connectionString, join(db, 'migrations'))
  generateSchema(await readSchema(server.connectionString))
  generateTypes(server.connectionString)
} finally {
  await server.stop()
}

function generateSchema(schema: string) {
  const file = join(db, 'schema.sql')
  if (!verify) return writeFileSync(file, schema)
  if (readFileSync(file, 'utf8').replaceAll('\r\n', '\n') === schema) return
  console.error('src/server/platform/db/schema.sql is not what the migrations make: run npm run db:generate')
  process.exitCode = 1
}

function generateTypes(connectionString: string) {
  const time = 'ColumnType<string, Date | string, Date | string>'
  const count = 'ColumnType<number, number | string, number | string>'
  const options = {
    dialect: 'postgres',
    url: connectionString,
    'date-parser': 'string',
    'exclude-pattern': 'kysely_*',
    'type-mapping': JSON.stringify({ timestamptz: time, int8: count }),
    'log-level': 'error',
    'out-file': join(db, 'types.ts'),
  }
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
  if (verify) args.push('--verify')
  const program = join(import.meta.dirname, '../node_modules/kysely-codegen/dist/cli/bin.js')
  const { status } = spawnSync(process.execPath, [program, ...args], { stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
}
