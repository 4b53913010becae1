// docs/security.md names files and tests that exist, and each rule by a number of its own.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const document = readFileSync('docs/security.md', 'utf8')
const rules = document.slice(0, document.indexOf('\n## Accepted'))
/** Paragraphs and entries, each on one line. */
const entries = document.replace(/\n(?![-\n#|]| {2}(?:Kept|Shown|Why|Against|So) )\s*/g, ' ').split('\n')
const files = ['src', 'scripts', 'e2e', '.'].flatMap((folder) =>
  readdirSync(folder, { recursive: folder !== '.', encoding: 'utf8' }).map((file) =>
    `${folder}/${file}`.replaceAll('\\', '/').replace(/^\.\//, ''),
  ),
)

/** Where a path of the document leads: below `src/server` unless it begins otherwise, or as the only one of its name. */
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
  let looked = 0
  for (const entry of entries) {
    for (const [, path, names] of entry.matchAll(/`([\w./-]+\.(?:test|spec)\.ts)`: ([^;]*)/g)) {
      const text = readFileSync(found(path!)!, 'utf8')
      for (const name of names!.replace(/\.$/, '').split(' · '))
        for (const part of name.replace(/\(.*\)/, '').split(/…|, (?=\d)/)) {
          const piece = part.trim().replace(/^,|,$/g, '').trim()
          expect(piece === '' || text.includes(piece), `${path}: ${piece}`).toBe(true)
          looked += 1
        }
    }
  }
  expect(looked).toBeGreaterThan(100)
})
