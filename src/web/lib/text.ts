// Translation: every sentence on the screen passes through here; the English sentence is its own key.

import { bidiIsolate } from './bidi-isolate.ts'
import { numberFormat, pluralRules } from './formats.ts'

export type Values = Record<string, string | number>
export type Dictionary = Record<string, string>

let currentLanguage = 'en'
let dictionary: Dictionary = {}
let heard: [pattern: RegExp, text: string][] = []

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

/**
 * Translates a sentence of the server, whose values are already filled in; values are translated if the dictionary has
 * them.
 */
t.told = (sentence: string): string => {
  if (dictionary[sentence] !== undefined) return dictionary[sentence]
  for (const [pattern, text] of heard) {
    const found = pattern.exec(sentence)
    if (!found) continue
    return filled(text, (name) => {
      const value = found.groups?.[name]
      return value && (isList(name) ? toldList(value) : t.told(value))
    })
  }
  return sentence
}

/** The tag of the current language. */
export const language = () => currentLanguage

/** `told` are the server's sentences, with `{name}` as placeholders. */
export function setLanguage(nextLanguage: string, words: Dictionary, told: Dictionary = {}) {
  currentLanguage = nextLanguage
  dictionary = { ...told, ...words }
  heard = Object.entries(told)
    .filter(([sentence]) => /\{\w+\}/.test(sentence))
    // Longer patterns first: “…, such as x” before “…”.
    .sort(([a], [b]) => b.length - a.length)
    .map(([sentence, text]) => [patternOf(sentence), text])
}

function patternOf(sentence: string) {
  const literal = sentence.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const pattern = literal.replace(/\\\{(\w+)\\\}/g, (_, name: string) => `(?<${name}>.*${isList(name) ? '?' : ''})`)
  return new RegExp(`^${pattern}$`, 's')
}

/** Placeholders that the server fills with a list such as "a, b and c". */
const isList = (name: string) => name === 'fields' || name === 'facts'

function toldList(list: string) {
  const parts = list.split(/, | and /).map((part) => dictionary[part] ?? part)
  return new Intl.ListFormat(currentLanguage).format(parts)
}

function filled(text: string, lookUp: (name: string) => string | number | undefined) {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => bidiIsolate(String(lookUp(name) ?? whole)))
}
