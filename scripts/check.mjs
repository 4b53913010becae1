// `npm run check`: formatting and lint, types, structure, dead code, generated types.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { prepare, root } from './prepare.mjs'

prepare()
const checks = [
  ['biome', ['ci', '--error-on-warnings', '.']],
  ['tsc', ['-b']],
  ['tsx', ['scripts/check-structure.ts']],
  ['knip', ['--no-progress']],
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
  console.error(`\nNot as it should be: ${failed.map(([name]) => name).join(', ')}`)
  process.exit(1)
}
