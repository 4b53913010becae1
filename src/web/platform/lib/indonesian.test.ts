// The Indonesian dictionary is complete and exact: nothing untranslated, nothing unused, the same placeholders.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { signedOut } from './indonesian/signed-out.ts'
import { words } from './indonesian/words.ts'
import type { Dictionary } from './text.ts'

const web = filesOf('src/web', /(indonesian\/.*|languages)\.ts$/)
/** Strings shown through `t(label)`, including labels in the contract. */
const data = [...web, 'src/contract/template-language.ts']
/** Not shown to users, or the same in every language. */
const isNoWord =
  /^(Kabar|AbortError|NotAllowedError|InvalidStateError|SecurityError|PublicKeyCredential|ApiError|Escape|Enter|Esc|Ctrl|Shift|Ctrl K|Control\+K Meta\+K|Arrow(Up|Down|Left|Right)|Backspace|Delete|Home|End|PageUp|PageDown|Inter, .*|\((m(ax|in)-width|pointer): .*|A search schema must .*|noopener noreferrer|[A-Z]{2,3}( [A-Z]{2,3})+)$/

test('every sentence given to t() is translated', () => {
  const asked = web.flatMap((file) => sentencesOf(file).asked)
  expect(asked.length).toBeGreaterThan(300)
  expect([...new Set(asked)].filter((key) => !(key in words))).toEqual([])
})

test('every sentence in data or markup is translated', () => {
  const standing = data.flatMap((file) => sentencesOf(file).standing)
  expect(standing.length).toBeGreaterThan(50)
  expect([...new Set(standing)].filter((key) => !(key in words) && !isNoWord.test(key))).toEqual([])
})

test('the signed-out dictionary holds exactly the texts of the signed-out pages', () => {
  const pages = reached('src/web/main.tsx')
  expect(pages.length).toBeGreaterThan(20)
  const asked = pages.flatMap((file) => sentencesOf(file).asked)
  const titles = sentencesOf('src/web/routes.tsx').standing
  expect(Object.keys(signedOut).sort()).toEqual(
    [...new Set([...asked, ...titles])].filter((key) => key in words).sort(),
  )
})

test('no text has two translations, of which the later one would be shown everywhere', async () => {
  const found = new Map<string, string>()
  const differing = new Set<string>()
  for (const name of filesOf('src/web/platform/lib/indonesian', /words\.ts$/)) {
    const dictionaries: Record<string, Dictionary> = await import(join('../../../..', name))
    for (const [key, text] of Object.values(dictionaries).flatMap(Object.entries<string>)) {
      if ((found.get(key) ?? text) !== text) differing.add(key)
      found.set(key, text)
    }
  }
  expect([...differing]).toEqual([])
})

test('no translation is unused', () => {
  const used = new Set(data.flatMap((file) => Object.values(sentencesOf(file)).flat()))
  expect(Object.keys(words).filter((key) => !used.has(key))).toEqual([])
})

test('both sides have the same placeholders', () => {
  const placeholders = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort()
  const differing = Object.entries(words).filter(
    ([key, text]) => text.trim() === '' || String(placeholders(key)) !== String(placeholders(text)),
  )
  expect(differing).toEqual([])
})

function filesOf(folder: string, except = /^$/) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\./.test(name) && !except.test(name))
    .map((name) => `${folder}/${name}`)
}

/** The files of signed-out pages: all their imports, and of the routes' pages only theirs. */
function reached(file: string, found = new Set<string>()): string[] {
  if (found.has(file)) return []
  found.add(file)
  const imports = readFileSync(file, 'utf8').matchAll(/(^import (?!type)|^export |\bimport\()[^;]*?'(\.[^']+\.tsx?)'/gm)
  for (const [, kind, path] of imports) {
    const isOtherPage = file.endsWith('routes.tsx') && kind === 'import(' && !/auth\/|public-layout/.test(path!)
    if (!isOtherPage && !/\/(contract|indonesian)\//.test(path!)) reached(join(file, '..', path!), found)
  }
  return [...found]
}

// biome-ignore lint/suspicious/noExplicitAny: a syntax tree of any shape
type Node = any

/** `asked`: passed to t(); `standing`: looks like text and is, or should be, passed to t() later. */
function sentencesOf(file: string) {
  const asked: string[] = []
  const standing: string[] = []
  const seen = new Set<Node>()
  visit(parseSync(file, readFileSync(file, 'utf8')).program)
  return { asked, standing }

  function visit(node: Node): void {
    if (!node || typeof node !== 'object' || seen.has(node)) return
    const { type, value } = node
    if (/^(Import|ExportAll|TS.*(Type|Interface|Signature))/.test(type) || node.name?.name === 'className') return
    if (type === 'CallExpression') {
      if (node.callee.name === 't') asked.push(...literalsIn(node.arguments[0]))
      if (node.callee.object?.name === 't' && node.callee.property.name === 'plural') {
        literalsIn(node.arguments[1])
        asked.push(...literalsIn(node.arguments[2]).map((other) => `${other}#other`))
      }
    }
    if (type === 'JSXText' && /\p{L}{2}/u.test(value)) standing.push(value.trim())
    if (type === 'Literal' && typeof value === 'string' && looksLikeWords(value)) standing.push(value)
    for (const child of Object.values(node)) visit(child)
  }

  function literalsIn(node: Node): string[] {
    if (node?.type === 'ConditionalExpression') return [...literalsIn(node.consequent), ...literalsIn(node.alternate)]
    if (node?.type !== 'Literal' || typeof node.value !== 'string' || node.value === '') return []
    seen.add(node)
    return [node.value]
  }
}

const looksLikeWords = (text: string) =>
  /^[A-Z“(][\p{L} ]*[a-z]/u.test(text) || /^[\p{L}’]+( [\p{L}’;:,]+)+[.…]?$/u.test(text)
