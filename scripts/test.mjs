// `npm test`: installs and builds if needed, then runs the tests: pure, on the embedded database, and in a real browser.
// `npm run test:slow`: the slow tests, and the database tests on the machine's own PostgreSQL.
import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from './chromium.mjs'
import { prepare, root } from './prepare.mjs'

prepare()
const chromium = await findChromium()
const folder = temporaryFolder()
const reports = mkdtempSync(join(folder, 'kabar-reports-'))
const slow = process.argv.includes('--slow')
const projects = slow ? ['slow', 'own*'] : ['pure', 'components', 'embedded', 'linked']
const bin = (name) => join(root, 'node_modules/.bin', name)
// Both run concurrently, as each waits a lot for pages, processes and databases. The browser's output is printed after the other's.
const units = suite(
  bin('vitest'),
  [
    'run',
    // Four workers even on fewer processors, because tests wait half the time. vitest.config.ts would override the command line.
    `--maxWorkers=${Math.max(4, availableParallelism())}`,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reports}/unit.json`,
    ...projects.map((name) => `--project=${name}`),
  ],
  // Built by prepare(), so no test needs to build it.
  { TEST_PROGRAMS: join(root, 'dist/server') },
  readUnit,
)
const browser = suite(
  bin('playwright'),
  ['test', '--reporter=list,json', slow ? '--grep=@slow' : '--grep-invert=@slow'],
  { ...chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: `${reports}/browser.json` },
  readBrowser,
  units,
)
const results = await Promise.all([units, browser])
rmSync(folder, { recursive: true, force: true })
const sum = (key) => results.reduce((total, result) => total + result[key], 0)
// Last, because records of CI keep the end of the output only.
for (const failure of results.flatMap(({ failures }) => failures)) console.log(`\nFAILED ${failure}`)
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
// A run without tests is a failure too.
process.exitCode = results.some((result) => result.status !== 0 || result.passed === 0) ? 1 : 0

/** Runs a suite and reads its report. Output is held back until `before` has ended. */
async function suite(program, args, environment, read, before) {
  const child = spawn(program, args, {
    cwd: root,
    stdio: before ? ['inherit', 'pipe', 'pipe'] : 'inherit',
    env: { ...process.env, TMPDIR: folder, ...environment },
    shell: process.platform === 'win32',
  })
  if (before) tellAfter(before, child)
  const status = await new Promise((resolve) => child.once('close', resolve).once('error', () => resolve(1)))
  try {
    const report = read()
    if (status && report.failures.length === 0)
      report.failures.push(`${program} exited with ${status}, without a failed test`)
    return { status, ...report }
  } catch {
    return { status: status || 1, passed: 0, failed: 1, failures: [`${program}: no report`] }
  }
}

function tellAfter(before, child) {
  const held = []
  let tell = (text) => held.push(text)
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => tell(text))
  before.then(() => {
    tell = (text) => process.stdout.write(text)
    held.forEach(tell)
  })
}

/** In memory where there is room: every test file has its own database, some gigabytes of writes that nobody reads again. */
function temporaryFolder() {
  const memory = '/dev/shm'
  let room = 0
  try {
    const { bavail, bsize } = statfsSync(memory)
    room = bavail * bsize
  } catch {
    // Windows and macOS have none.
  }
  const base = room > 6 * 1024 ** 3 ? memory : tmpdir()
  // Short, because the path of a PostgreSQL socket below it may have 107 bytes.
  const path = join(base, `kabar-${process.pid}`)
  // Interrupted runs leave their folders, one perhaps with the number of this process.
  for (const name of readdirSync(base).filter((name) => /^kabar-\d{1,8}$/.test(name)))
    if (join(base, name) === path || !isRunning(name.slice(6))) removeIfOwn(join(base, name))
  mkdirSync(path)
  // The embedded PostgreSQL may run under another account.
  chmodSync(path, 0o755)
  return path
}

function removeIfOwn(path) {
  try {
    rmSync(path, { recursive: true, force: true })
  } catch {
    // Another user's.
  }
}

/** Whether the run that made a folder still goes on. */
function isRunning(pid) {
  try {
    return process.kill(Number(pid), 0)
  } catch ({ code }) {
    return code === 'EPERM'
  }
}

function readUnit() {
  const report = JSON.parse(readFileSync(join(reports, 'unit.json'), 'utf8'))
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === 'failed')
    if (tests.length === 0) return status === 'failed' ? [describe(name, 'the file itself', message)] : []
    return tests.map((test) => describe(name, test.fullName, test.failureMessages.join('\n')))
  })
  return { passed: report.numPassedTests, failed: report.numFailedTests, failures }
}

function readBrowser() {
  const { stats, suites } = JSON.parse(readFileSync(join(reports, 'browser.json'), 'utf8'))
  const specs = (suite) => [...suite.specs, ...(suite.suites ?? []).flatMap(specs)]
  const failures = suites
    .flatMap(specs)
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) => {
      const errors = tests.flatMap(({ results }) => results).flatMap(({ errors }) => errors)
      return describe(file, title, errors.map(({ message }) => message).join('\n'))
    })
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, failures }
}

function describe(file, title, message) {
  const lines = message
    .split('\n')
    .filter((line) => !line.includes('/node_modules/'))
    .slice(0, 8)
  return [`${file.replace(`${root}/`, '')} › ${title}`, ...lines.map((line) => `  ${line}`)].join('\n')
}
