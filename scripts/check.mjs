// `npm run check`: formatting and lint, types, structure, dead code, and whether generated files (schema.sql, db/types.ts, NOTICE)
// are up to date.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { prepare, root } from './prepare.mjs'

prepare()
const checks = [
  ['biome', ['ci', '--error-on-warnings', '.']],
  ['tsc', ['-b']],
  ['tsx', ['scripts/check-structure.ts']],
  ['knip', ['--no-progress']],
  ['tsx', ['scripts/generate-schema.ts', '--verify']],
  ['tsx', ['scripts/notice.mjs', '--verify']],
]
const failed = checks.filter(([name, args]) => {
  const { status } = spawnSync(join(root, 'node_modules/.bin', name), args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  return status !== 0
})
if (failed.length > 0) {
  console.error(`\nFailed: ${failed.map(([name, [script]]) => (name === 'tsx' ? script : name)).join(', ')}`)
  process.exit(1)
}
