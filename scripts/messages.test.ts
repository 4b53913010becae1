// The catalogue of messages: every code is used, and both languages say the same.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { errors } from '../src/contract/errors.ts'
import { english } from '../src/contract/messages/english.ts'
import { indonesian } from '../src/contract/messages/indonesian.ts'
import type { Sentence } from '../src/contract/messages/sentence.ts'

const sources = ['src/contract', 'src/server', 'src/web']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
  .filter((file) => /\.(tsx?|sql)$/.test(file) && !/\.test\.tsx?$|messages\/(english|indonesian)\//.test(file))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')

test('no code is unused', () => {
  /** Codes that are put together: the titles of errors, and the sizes of values. */
  const isComposed = (code: string) =>
    code.replace('error.', '') in errors ||
    code.startsWith('permission.') ||
    /^bounds\.(min|max)_(values|characters)$/.test(code)
  const unused = Object.keys(english).filter((code) => !isComposed(code) && !sources.includes(`'${code}'`))
  expect(unused).toEqual([])
})

test('every error has a title', () => {
  expect(Object.keys(errors).filter((code) => !(`error.${code}` in english))).toEqual([])
})

test('both languages have the same placeholders', () => {
  const placeholders = (sentence: Sentence) =>
    [...new Set((typeof sentence === 'string' ? sentence : `${sentence.one} ${sentence.other}`).match(/\{[^}]+\}/g))]
      .sort()
      .join(' ')
  const translated: Record<string, Sentence> = indonesian
  const differing = Object.entries<Sentence>(english).filter(
    ([code, sentence]) => placeholders(sentence) !== placeholders(translated[code]!),
  )
  expect(differing.map(([code]) => code)).toEqual([])
})
