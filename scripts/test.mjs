// `npm test`: everything that is missing, then every test: pure, API, engine on real databases, and a real browser.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from './chromium.mjs'
import { prepare, root } from './prepare.mjs'

prepare()
const reports = mkdtempSync(join(tmpdir(), 'kabar-reports-'))
const bin = (name) => join(root, 'node_modules/.bin', name)
const results = [
  suite(
    bin('vitest'),
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${reports}/unit.json`],
    // Built a moment ago: no test has to build it again.
    { TEST_PROGRAMS: join(root, 'dist/server') },
    readUnit,
  ),
  suite(
    bin('playwright'),
    ['test', '--reporter=list,json'],
    { ...(await findChromium()), PLAYWRIGHT_JSON_OUTPUT_FILE: `${reports}/browser.json` },
    readBrowser,
  ),
]
rmSync(reports, { recursive: true, force: true })
const sum = (key) => results.reduce((total, result) => total + result[key], 0)
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
// A run without tests is a failure too: something was not found.
process.exit(results.some((result) => result.status !== 0 || result.passed === 0) ? 1 : 0)

function suite(program, args, environment, read) {
  const { status } = spawnSync(program, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
    shell: process.platform === 'win32',
  })
  try {
    return { status, ...read() }
  } catch {
    return { status: status || 1, passed: 0, failed: 1 }
  }
}

function readUnit() {
  const report = JSON.parse(readFileSync(join(reports, 'unit.json'), 'utf8'))
  return { passed: report.numPassedTests, failed: report.numFailedTests }
}

function readBrowser() {
  const { stats } = JSON.parse(readFileSync(join(reports, 'browser.json'), 'utf8'))
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky }
}
