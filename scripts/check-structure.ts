// Checks the rules of ARCHITECTURE.md: imports, cycles of files and features, file names, SQL, environment variables, names of master data, migration numbers, one writer per table.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { rawNames } from './raw-names.ts'

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((file) => `src/${file.replaceAll('\\', '/')}`)
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]))
const isTest = (file: string) =>
  /\.test\.tsx?$/.test(file) || file.startsWith('src/server/test/') || file.endsWith('/conformance.ts')
const faults: string[] = []

const imports = new Map(
  files.map((file) => [
    file,
    [...texts.get(file)!.matchAll(/(?:from|import)(?:\s+|\s*\(\s*)'([^']+)'/g)].map(([, target]) =>
      target!.startsWith('.') ? normalize(join(dirname(file), target!)) : target!,
    ),
  ]),
)

// ── imports ──────────────────────────────────────────────────────────────────────────────────────────
const wings = ['identity', 'records', 'messaging', 'overview', 'platform']
/** The folder of a feature below `src/server` or `src/web`: `records/contacts`, or `test` outside the wings. */
function folder(file: string): string {
  const [, , first = '', second = ''] = file.split('/')
  return wings.includes(first) ? `${first}/${second}` : first
}
/** The first matching row applies. `may` gets the importing file and the imported path. */
const table: { from: RegExp; may: (file: string, target: string) => boolean; rule: string }[] = [
  {
    from: /^src\/contract\//,
    may: (_, target) => target.startsWith('src/contract/') || target === 'zod/mini' || target.startsWith('zod/v4/core'),
    rule: 'the contract imports nothing but zod',
  },
  {
    from: /^src\/server\/(app|main|describe|cli\/main)\.ts$/,
    may: (_, target) => outside(target) || target.startsWith('src/server/') || target.startsWith('src/contract/'),
    rule: 'app.ts, main.ts, describe.ts and cli/main.ts import from the server',
  },
  {
    from: /^src\/server\/platform\/(db|http)\/|^src\/server\/(errors|keys|config|time-slices)\.ts$/,
    may: (_, target) =>
      outside(target) ||
      /^src\/(contract\/|server\/platform\/(db|http)\/|server\/(errors|keys|config|time-slices)\.ts)/.test(target),
    rule: 'db, http, errors, keys, config and time-slices import the contract and each other',
  },
  {
    from: /^src\/server\/messaging\/drivers\/index\.ts$/,
    may: (_, target) => target.startsWith('src/server/messaging/drivers/'),
    rule: 'the registry of drivers imports drivers',
  },
  {
    from: /^src\/server\/messaging\/drivers\//,
    may: (file, target) =>
      outside(target) ||
      target === 'src/server/messaging/drivers/driver.ts' ||
      target.startsWith('src/contract/') ||
      (file.split('/').length > 5 && target.startsWith(dirname(file))),
    rule: 'a driver imports driver.ts, the contract and its own folder',
  },
  {
    from: /^src\/server\//,
    may: (file, target) =>
      outside(target) ||
      /^src\/(contract\/|server\/platform\/(db|http)\/|server\/(errors|keys|time-slices)\.ts)/.test(target) ||
      target === 'src/server/messaging/drivers/driver.ts' ||
      (target === 'src/server/config.ts' && /import type [^\n]*config\.ts/.test(texts.get(file)!)) ||
      target.startsWith(`src/server/${folder(file)}/`) ||
      /^src\/server\/\w+\/[\w-]+\/service\.ts$/.test(target),
    rule: 'a feature imports the contract, db, http, errors, keys, time-slices, and of another feature only its service.ts',
  },
  {
    from: /^src\/web\/platform\/(ui|lib)\//,
    may: (_, target) => outside(target) || /^src\/(web\/platform\/(ui|lib)|contract\/messages)\//.test(target),
    rule: 'web/ui and web/lib import nothing of ours but the messages: they could ship in another product',
  },
  {
    from: /^src\/web\/(routes|main)\.tsx$/,
    may: (_, target) => outside(target) || target.startsWith('src/web/') || target.startsWith('src/contract/'),
    rule: 'routes.tsx and main.tsx import from the web',
  },
  {
    from: /^src\/web\//,
    may: (file, target) =>
      outside(target) ||
      /^src\/(contract|web\/platform\/ui|web\/platform\/lib)\//.test(target) ||
      /^src\/web\/(api|download|record|session)\.tsx?$/.test(target) ||
      target.startsWith(`src/web/${folder(file)}/`) ||
      /-(picker|badge|panel)\.tsx$|\/labels\.ts$/.test(target),
    rule: 'a web feature imports the contract, ui, lib, api, record, download, session, and of another feature only a -picker, -badge or -panel, and its labels.ts',
  },
]
function outside(target: string) {
  return !target.startsWith('src/')
}
for (const [file, targets] of imports) {
  if (isTest(file)) continue
  const row = table.find(({ from }) => from.test(file))
  for (const target of targets) {
    if (row && !row.may(file, target)) faults.push(`${file} imports ${target}: ${row.rule}`)
  }
}

// ── import cycles ────────────────────────────────────────────────────────────────────────────────────
const state = new Map<string, 'open' | 'done'>()
function visit(file: string, trail: string[]) {
  if (state.get(file) === 'done' || !imports.has(file)) return
  if (state.get(file) === 'open') {
    faults.push(`import cycle: ${[...trail.slice(trail.indexOf(file)), file].join(' → ')}`)
    return
  }
  state.set(file, 'open')
  for (const target of imports.get(file)!) visit(target, [...trail, file])
  state.set(file, 'done')
}
for (const file of files) visit(file, [])

// ── feature cycles ───────────────────────────────────────────────────────────────────────────────────
for (const root of ['src/server', 'src/web']) {
  const edges = featureImports(root)
  for (const cycle of stronglyConnected(edges)) {
    const list = importsWithin(root, cycle).join('; ')
    faults.push(`${root}: features import each other in a cycle: ${cycle.join(', ')} (${list})`)
  }
}

/** The other features that each feature (folder) imports. Imports in tests do not count: tests may import everything. */
function featureImports(root: string): Map<string, Set<string>> {
  const edges = new Map<string, Set<string>>()
  for (const [from, to] of crossings(root)) {
    edges.set(folder(from), (edges.get(folder(from)) ?? new Set()).add(folder(to)))
    edges.set(folder(to), edges.get(folder(to)) ?? new Set())
  }
  return edges
}

/** Imports from one feature to another, as pairs of files. */
function crossings(root: string): [string, string][] {
  const isInFeature = (file: string) => file.startsWith(`${root}/`) && file.startsWith(`${root}/${folder(file)}/`)
  return [...imports].flatMap(([file, targets]) =>
    isInFeature(file) && !isTest(file)
      ? targets
          .filter((target) => isInFeature(target) && folder(target) !== folder(file))
          .map((target): [string, string] => [file, target])
      : [],
  )
}

function importsWithin(root: string, cycle: readonly string[]): string[] {
  return crossings(root)
    .filter(([from, to]) => cycle.includes(folder(from)) && cycle.includes(folder(to)))
    .map(([from, to]) => `${from} → ${to}`)
}

/** Tarjan's algorithm: the groups of two and more nodes that all reach each other, sorted by name. */
function stronglyConnected(edges: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const found: string[][] = []
  const explore = (node: string) => {
    order.set(node, order.size)
    lowest.set(node, order.get(node)!)
    stack.push(node)
    for (const next of edges.get(node)!) {
      if (!order.has(next)) explore(next)
      if (stack.includes(next)) lowest.set(node, Math.min(lowest.get(node)!, lowest.get(next)!))
    }
    if (lowest.get(node) !== order.get(node)) return
    const group = stack.splice(stack.indexOf(node))
    if (group.length > 1) found.push(group.sort())
  }
  for (const node of edges.keys()) if (!order.has(node)) explore(node)
  return found
}

// ── names ────────────────────────────────────────────────────────────────────────────────────────────
const forbidden = /^(utils?|helpers?|common|types|hooks|manager|base|impl|index)\.tsx?$/
const allowed = new Set([
  'src/contract/common.ts',
  'src/contract/index.ts',
  'src/server/platform/db/types.ts',
  'src/server/platform/db/index.ts',
  'src/server/messaging/drivers/index.ts',
])
const pageName = /-(list|show|edit|fields|columns|picker|badge|panel|[a-z]+-dialog)\.tsx$/
const notPages = /^src\/web\/(platform\/(ui|lib)|layout)\/|^src\/web\/(main|routes|session)\.tsx$/
for (const file of files) {
  const name = file.split('/').at(-1)!
  if (forbidden.test(name) && !allowed.has(file)) faults.push(`${file}: name too generic; use a noun of the domain`)
  if (!/^[a-z0-9-]+(\.test)?\.tsx?$/.test(name)) faults.push(`${file}: file names are kebab-case`)
  if (
    file.startsWith('src/web/') &&
    name.endsWith('.tsx') &&
    !isTest(file) &&
    !notPages.test(file) &&
    !pageName.test(name)
  ) {
    faults.push(
      `${file}: a page or part of one is <noun>-list, -show, -edit, -fields, -columns, -picker, -badge, -panel or -<verb>-dialog`,
    )
  }
}

// ── mocks ────────────────────────────────────────────────────────────────────────────────────────────
for (const [file, text] of texts) {
  if (/\bvi\.(mock|doMock)\(/.test(text))
    faults.push(`${file} mocks a module: test files share one load of the app, so the mock would affect others`)
}

// ── SQL, environment variables, writers of tables ────────────────────────────────────────────────────
const writers = new Map<string, Set<string>>()
for (const [file, text] of texts) {
  if (!file.startsWith('src/server/') || isTest(file)) continue
  const speaksSql = file.startsWith('src/server/platform/db/') || file.endsWith('/queries.ts')
  if (!speaksSql && /from '(kysely|pg)'/.test(text)) faults.push(`${file} contains SQL: only queries.ts and db/ may`)
  if (file !== 'src/server/config.ts' && /process\.env/.test(text))
    faults.push(`${file} reads the environment: only config.ts may`)
  if (!speaksSql || file.startsWith('src/server/platform/db/')) continue
  for (const [, raw, built] of text.matchAll(
    /\b(?:insert into|update|delete from)\s+([a-z_]+)\b(?=[\s(])|(?:insertInto|updateTable|deleteFrom|(?:insertRecord|updateRecord|setDeleted)\(tenant, )\(?'([a-z_]+)/g,
  )) {
    const table = (raw ?? built)!
    if (['set', 'of', 'skip', 'r', 'l'].includes(table)) continue
    writers.set(table, (writers.get(table) ?? new Set()).add(file))
  }
}
for (const [name, by] of writers) {
  if (by.size > 1)
    faults.push(`table ${name} is written by ${[...by].join(' and ')}: a table has one writer, others call its service`)
}

// ── names of master data ─────────────────────────────────────────────────────────────────────────────
/** Messages have one language, whoever looks at them (docs/decisions/0023-seeded-names.md). */
const namedAsStored = ['src/server/messaging/templates/values/queries.ts']
for (const [file, text] of texts) {
  if (!file.endsWith('/queries.ts') || namedAsStored.includes(file)) continue
  for (const name of rawNames(text))
    faults.push(`${file} selects ${name} of master data as stored: select shownName(tenant, '${name.split('.')[0]}')`)
}

// ── migrations ───────────────────────────────────────────────────────────────────────────────────────
readdirSync('src/server/platform/db/migrations')
  .sort()
  .forEach((file, place) => {
    const number = String(place + 1).padStart(4, '0')
    if (!new RegExp(`^${number}_[a-z0-9_]+\\.sql$`).test(file))
      faults.push(`src/server/platform/db/migrations/${file}: the next migration is ${number}_name.sql, without a gap`)
  })

// ── settings ─────────────────────────────────────────────────────────────────────────────────────────
const declared = [...texts.get('src/server/config.ts')!.matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, name]) => name!)
const shown = [...readFileSync('.env.example', 'utf8').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name!)
if (declared.join() !== shown.join())
  faults.push(`.env.example shows ${shown.join(', ')} but config.ts reads ${declared.join(', ')}`)

for (const fault of faults) console.error(fault)
console.log(`structure: ${files.length} files, ${faults.length} faults`)
process.exit(faults.length > 0 ? 1 : 0)
