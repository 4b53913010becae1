// The plan of the house, as a check: who may import whom, what files may be called, where SQL and the environment are.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

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

// ── who may import whom ──────────────────────────────────────────────────────────────────────────────
const folder = (file: string) => file.split('/')[2] ?? ''
/** First match decides. `to` sees the importing file and the imported path. */
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
    from: /^src\/server\/(db|http)\/|^src\/server\/(errors|keys|config|time-slices)\.ts$/,
    may: (_, target) =>
      outside(target) ||
      /^src\/(contract\/|server\/(db|http)\/|server\/(errors|keys|config|time-slices)\.ts)/.test(target),
    rule: 'db, http, errors, keys, config and time-slices import the contract and each other',
  },
  {
    from: /^src\/server\/drivers\/index\.ts$/,
    may: (_, target) => target.startsWith('src/server/drivers/'),
    rule: 'the registry of drivers imports drivers',
  },
  {
    from: /^src\/server\/drivers\//,
    may: (file, target) =>
      outside(target) ||
      target === 'src/server/drivers/driver.ts' ||
      target.startsWith('src/contract/') ||
      (file.split('/').length > 4 && target.startsWith(dirname(file))),
    rule: 'a driver imports driver.ts, the contract and its own folder',
  },
  {
    from: /^src\/server\//,
    may: (file, target) =>
      outside(target) ||
      /^src\/(contract\/|server\/(db|http)\/|server\/(errors|keys|time-slices)\.ts)/.test(target) ||
      target === 'src/server/drivers/driver.ts' ||
      (target === 'src/server/config.ts' && /import type [^\n]*config\.ts/.test(texts.get(file)!)) ||
      target.startsWith(`src/server/${folder(file)}/`) ||
      /^src\/server\/[\w-]+\/service\.ts$/.test(target),
    rule: 'a feature imports the contract, db, http, errors, keys, time-slices, and of another feature only its service.ts',
  },
  {
    from: /^src\/web\/(ui|lib)\//,
    may: (_, target) => outside(target) || /^src\/web\/(ui|lib)\//.test(target),
    rule: 'web/ui and web/lib import nothing of ours: they could ship in another product',
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
      /^src\/(contract|web\/ui|web\/lib)\//.test(target) ||
      /^src\/web\/(api|download|session)\.tsx?$/.test(target) ||
      target.startsWith(`src/web/${folder(file)}/`) ||
      /-(picker|badge|panel)\.tsx$|\/labels\.ts$/.test(target),
    rule: 'a web feature imports the contract, ui, lib, api, download, session, and of another feature only a -picker, -badge or -panel, and its labels.ts',
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

// ── no circles ───────────────────────────────────────────────────────────────────────────────────────
const state = new Map<string, 'open' | 'done'>()
function visit(file: string, trail: string[]) {
  if (state.get(file) === 'done' || !imports.has(file)) return
  if (state.get(file) === 'open') {
    faults.push(`a circle of imports: ${[...trail.slice(trail.indexOf(file)), file].join(' → ')}`)
    return
  }
  state.set(file, 'open')
  for (const target of imports.get(file)!) visit(target, [...trail, file])
  state.set(file, 'done')
}
for (const file of files) visit(file, [])

// ── names ────────────────────────────────────────────────────────────────────────────────────────────
const forbidden = /^(utils?|helpers?|common|types|hooks|manager|base|impl|index)\.tsx?$/
const allowed = new Set([
  'src/contract/common.ts',
  'src/server/db/types.ts',
  'src/server/db/index.ts',
  'src/server/drivers/index.ts',
])
const pageName = /-(list|show|edit|fields|columns|picker|badge|panel|[a-z]+-dialog)\.tsx$/
const notPages = /^src\/web\/(ui|lib|layout)\/|^src\/web\/(main|routes|session)\.tsx$/
for (const file of files) {
  const name = file.split('/').at(-1)!
  if (forbidden.test(name) && !allowed.has(file)) faults.push(`${file}: this name says nothing; name the noun`)
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
    faults.push(`${file} mocks a module: test files share one load of the app, so another file's is met`)
}

// ── SQL, the environment, and who writes a table ─────────────────────────────────────────────────────
const writers = new Map<string, Set<string>>()
for (const [file, text] of texts) {
  if (!file.startsWith('src/server/') || isTest(file)) continue
  const speaksSql = file.startsWith('src/server/db/') || file.endsWith('/queries.ts')
  if (!speaksSql && /from '(kysely|pg)'/.test(text)) faults.push(`${file} speaks SQL: only queries.ts and db/ do`)
  if (file !== 'src/server/config.ts' && /process\.env/.test(text))
    faults.push(`${file} reads the environment: only config.ts does`)
  if (!speaksSql || file.startsWith('src/server/db/')) continue
  for (const [, raw, built] of text.matchAll(
    /\b(?:insert into|update|delete from)\s+([a-z_]+)\b(?=[\s(])|(?:insertInto|updateTable|deleteFrom)\('([a-z_]+)/g,
  )) {
    const table = (raw ?? built)!
    if (['set', 'of', 'skip', 'r', 'l'].includes(table)) continue
    writers.set(table, (writers.get(table) ?? new Set()).add(file))
  }
}
for (const [name, by] of writers) {
  if (by.size > 1)
    faults.push(`table ${name} is written by ${[...by].join(' and ')}: a table has one writer, others ask its service`)
}

// ── settings ─────────────────────────────────────────────────────────────────────────────────────────
const declared = [...texts.get('src/server/config.ts')!.matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, name]) => name!)
const shown = [...readFileSync('.env.example', 'utf8').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name!)
if (declared.join() !== shown.join())
  faults.push(`.env.example shows ${shown.join(', ')} but config.ts reads ${declared.join(', ')}`)

for (const fault of faults) console.error(fault)
console.log(`structure: ${files.length} files, ${faults.length} faults`)
process.exit(faults.length > 0 ? 1 : 0)
