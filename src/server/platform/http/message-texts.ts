// Adds the text of every message in a response, in the language that the client prefers.
import type { Message } from '../../../contract/messages/message.ts'
import { type Language, sentenceOf } from '../../errors.ts'

/** The language that the header prefers among Kabar's; English if it names none of them. `in` is the old tag of Indonesian. */
export function preferredLanguage(header = ''): Language {
  const wanted = header
    .slice(0, 1000)
    .split(',')
    .map((part) => /^\s*(en|id|in)\b[^;]*(?:;\s*q=([\d.]+))?\s*$/i.exec(part))
    .filter((match) => match !== null)
    .map(([, tag, weight = '1']) => ({ tag: tag!.toLowerCase(), weight: Number(weight) }))
    .sort((a, b) => b.weight - a.weight)[0]
  return wanted && wanted.weight > 0 && wanted.tag !== 'en' ? 'id' : 'en'
}

/** Copies what it changes: a handler may return a cached value, which other users read in other languages. */
export function withTexts(value: unknown, language: Language): unknown {
  if (Array.isArray(value)) return copied(value, (item) => withTexts(item, language))
  if (!isPlain(value)) return value
  if (isMessage(value)) return { ...value, text: sentenceOf(value, language) }
  const parts = Object.values(value)
  const texts = copied(parts, (part) => withTexts(part, language))
  if (texts === parts) return value
  return Object.fromEntries(Object.keys(value).map((key, index) => [key, texts[index]]))
}

/** The same array if nothing changes. */
function copied(values: unknown[], change: (value: unknown) => unknown): unknown[] {
  const changed = values.map(change)
  return changed.some((value, index) => value !== values[index]) ? changed : values
}

/** Not a file or a stream. */
const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

const isMessage = (value: object): value is Message =>
  'code' in value && 'params' in value && typeof value.code === 'string' && isPlain(value.params)
