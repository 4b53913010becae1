// docs/security.md: the files and tests it names exist, and its rules have unique numbers.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const document = readFileSync('docs/security.md', 'utf8')
const rules = document.slice(0, document.indexOf('\n## Accepted'))
/** Paragraphs and list items, each joined to one line. */
const entries = document.replace(/\n(?![-\n#|]| {2}- )\s*/g, ' ').split('\n')
const files = ['src', 'scripts', 'e2e', '.'].flatMap((folder) =>
  readdirSync(folder, { recursive: folder !== '.', encoding: 'utf8' }).map((file) =>
    `${folder}/${file}`.replaceAll('\\', '/').replace(/^\.\//, ''),
  ),
)

/** Resolves a path of the document: below `src/server`, below `src` or as it is; else the only file with that name. */
function found(path: string): string | undefined {
  const exact = [`src/server/${path}`, `src/${path}`, path].find((place) => files.includes(place))
  const named = files.filter((file) => file.endsWith(`/${path}`))
  return exact ?? (named.length === 1 ? named[0] : undefined)
}

test('each rule has a number of its own', () => {
  const numbers = [...rules.matchAll(/^- \*\*(.+?)\*\*/gm)].flatMap(([, names]) => names!.split(', '))
  expect(numbers.length).toBeGreaterThan(80)
  expect(numbers.filter((number, place) => numbers.indexOf(number) !== place)).toEqual([])
})

test('every file that is named is there', () => {
  const named = [...document.matchAll(/`(\w[\w./-]+\.(?:ts|tsx|sql|css|mjs|json))`/g)].map(([, path]) => path!)
  expect(named.length).toBeGreaterThan(150)
  expect(named.filter((path) => path !== 'queries.ts' && !found(path))).toEqual([])
})

test('every test that is named is in its file', () => {
  let checked = 0
  for (const entry of entries) {
    for (const [, path, names] of entry.matchAll(/`([\w./-]+\.(?:test|spec)\.ts)`: ([^;]*)/g)) {
      const text = readFileSync(found(path!)!, 'utf8')
      for (const name of names!.replace(/\.$/, '').split(' · '))
        for (const part of name.replace(/\(.*\)/, '').split(/…|, (?=\d)/)) {
          const piece = part.trim().replace(/^,|,$/g, '').trim()
          expect(piece === '' || text.includes(piece), `${path}: ${piece}`).toBe(true)
          checked += 1
        }
    }
  }
  expect(checked).toBeGreaterThan(100)
})
