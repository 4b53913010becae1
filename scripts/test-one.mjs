// `npm run test:one contacts`: the tests of one feature, without browser tests and slow tests.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { root } from './prepare.mjs'

const features = process.argv.slice(2)
const wings = ['src/server', 'src/web'].flatMap((side) => [
  side,
  ...readdirSync(join(root, side), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${side}/${name}`),
])
const paths = features
  .flatMap((feature) => [...wings.map((wing) => `${wing}/${feature}/`), `src/contract/${feature}.ts`])
  .filter((path) => existsSync(join(root, path)))
if (paths.length === 0) {
  console.error('Name a feature: a folder below src/server or src/web, for example npm run test:one contacts')
  process.exit(1)
}
const { status } = spawnSync(
  join(root, 'node_modules/.bin/vitest'),
  [
    ...[
      'run',
      `--maxWorkers=${Math.max(4, availableParallelism())}`,
      '--project=pure',
      '--project=components',
      '--project=embedded',
      '--project=linked',
    ],
    // Vitest filters by part of a path: from `contract/contacts.ts`, `contract/contacts.` finds `contract/contacts.test.ts`.
    ...paths.map((path) => path.replace(/ts$/, '')),
  ],
  { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' },
)
process.exit(status ?? 1)
