// `npm run db:types`: the types of the tables, read from a freshly migrated database. `--verify` only compares.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { register } from 'tsx/esm/api'
import { prepare, root, run } from './prepare.mjs'

prepare()
register()
const { startEmbedded } = await import('../src/server/db/embedded/embedded.ts')
const { migrate } = await import('../src/server/db/migrate.ts')
const dataDir = mkdtempSync(join(tmpdir(), 'kabar-types-'))
const server = await startEmbedded({ dataDir })
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))
await migrate(server.connectionString, join(root, 'src/server/db/migrations'))
const time = 'ColumnType<string, Date | string, Date | string>'
const count = 'ColumnType<number, number | string, number | string>'
run(join(root, 'node_modules/.bin/kysely-codegen'), [
  ...[
    '--dialect',
    'postgres',
    '--url',
    server.connectionString,
    '--date-parser',
    'string',
    '--exclude-pattern',
    'kysely_*',
  ],
  ...['--type-mapping', JSON.stringify({ timestamptz: time, int8: count })],
  ...[
    '--overrides',
    JSON.stringify({ columns: { 'contacts.search': 'Generated<string>', 'contacts.email_key': 'Generated<string>' } }),
  ],
  ...['--out-file', 'src/server/db/types.ts', ...process.argv.slice(2)],
])
await server.stop()
