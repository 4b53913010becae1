// Translation: every sentence on the screen passes through here; the English sentence is its own key.

import { bidiIsolate } from './bidi-isolate.ts'
import { numberFormat, pluralRules } from './formats.ts'

export type Values = Record<string, string | number>
export type Dictionary = Record<string, string>

let currentLanguage = 'en'
let dictionary: Dictionary = {}

/** `t('Hello {name}', { name })`; falls back to the English sentence. */
export function t(sentence: string, values: Values = {}): string {
  return filled(dictionary[sentence] ?? sentence, (name) => values[name])
}

/**
 * `t.plural(3, 'one contact', '{count} contacts')`. A dictionary has `sentence#category` for each plural form it needs.
 */
t.plural = (count: number, one: string, other: string, values: Values = {}): string => {
  const category = pluralRules(currentLanguage).select(count)
  const key = `${other}#${category}`
  const sentence = dictionary[key] === undefined ? (category === 'one' ? one : other) : key
  return t(sentence, { count: numberFormat(currentLanguage).format(count), ...values })
}

/** The tag of the current language. */
export const language = () => currentLanguage

export function setLanguage(nextLanguage: string, words: Dictionary) {
  currentLanguage = nextLanguage
  dictionary = words
}

function filled(text: string, lookUp: (name: string) => string | number | undefined) {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => bidiIsolate(String(lookUp(name) ?? whole)))
}
