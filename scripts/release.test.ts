// `npm run release` in a repository of its own.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'kabar-release-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
const read = (name: string) => readFileSync(join(folder, name), 'utf8')
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
    cwd: folder,
    encoding: 'utf8',
  }).trim()
function release(...args: string[]) {
  const env = {
    ...process.env,
    ...{ GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@example.com' },
    ...{ GIT_COMMITTER_NAME: 'A', GIT_COMMITTER_EMAIL: 'a@example.com' },
  }
  const program = join(import.meta.dirname, 'release.mjs')
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd: folder,
    encoding: 'utf8',
    env,
  })
  return { status, said: (stdout + stderr).trim() }
}

test('the changes get a version and a day, in one commit with a tag; what would be wrong is refused', () => {
  git('init', '--quiet')
  write('package.json', '{"version":"0.9.0"}')
  write('package-lock.json', '{"version":"0.9.0","packages":{"":{"version":"0.9.0"}}}')
  write('CHANGELOG.md', '# Changes\n\n## Unreleased\n\n- Something new.\n\n## 0.9.0 (2026-01-01)\n\n- Old.\n')
  expect(release('0.10.0')).toEqual({ status: 1, said: 'Commit or undo your changes first.' })
  git('add', '--all')
  git('commit', '--quiet', '--message', 'Begin')
  expect(release()).toMatchObject({ status: 1 })
  expect(release('0.8.9').said).toBe('0.8.9 must be newer than 0.9.0.')
  expect(release('0.10.0')).toMatchObject({ status: 0 })
  expect(read('CHANGELOG.md')).toMatch(
    /^# Changes\n\n## Unreleased\n\n## 0\.10\.0 \(\d{4}-\d\d-\d\d\)\n\n- Something new\.\n\n## 0\.9\.0/,
  )
  expect(JSON.parse(read('package-lock.json'))).toEqual({ version: '0.10.0', packages: { '': { version: '0.10.0' } } })
  expect([git('status', '--porcelain'), git('tag'), git('log', '-1', '--format=%s')]).toEqual([
    ...['', 'v0.10.0', 'Release 0.10.0'],
  ])
  expect(release('0.10.1').said).toBe('CHANGELOG.md lists nothing under "Unreleased".')
})
