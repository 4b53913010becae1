// Every sentence a person reads goes through here: the English sentence is its own key.

import { bidiIsolate } from './bidi-isolate.ts'
import { numberFormat, pluralRules } from './formats.ts'

export type Values = Record<string, string | number>
export type Dictionary = Record<string, string>

let currentLanguage = 'en'
let dictionary: Dictionary = {}
let heard: [pattern: RegExp, text: string][] = []

/** `t('Hello {name}', { name })`; without a translation the English sentence stands. */
export function t(sentence: string, values: Values = {}): string {
  return filled(dictionary[sentence] ?? sentence, (name) => values[name])
}

/** `t.plural(3, 'one contact', '{count} contacts')`. A dictionary keeps `sentence#category` for each form it needs. */
t.plural = (count: number, one: string, other: string, values: Values = {}): string => {
  const category = pluralRules(currentLanguage).select(count)
  const key = `${other}#${category}`
  const sentence = dictionary[key] === undefined ? (category === 'one' ? one : other) : key
  return t(sentence, { count: numberFormat(currentLanguage).format(count), ...values })
}

/** A sentence of the server, which has filled in its values already; what was filled in is translated if it is known. */
t.told = (sentence: string): string => {
  if (dictionary[sentence] !== undefined) return dictionary[sentence]
  for (const [pattern, text] of heard) {
    const found = pattern.exec(sentence)
    if (found) return filled(text, (name) => found.groups?.[name] && t.told(found.groups[name]))
  }
  return sentence
}

/** The language that is spoken now, as a tag. */
export const language = () => currentLanguage

/** `told` are sentences of the server, with `{name}` where it fills something in. */
export function setLanguage(nextLanguage: string, words: Dictionary, told: Dictionary = {}) {
  currentLanguage = nextLanguage
  dictionary = { ...told, ...words }
  heard = Object.entries(told)
    .filter(([sentence]) => /\{\w+\}/.test(sentence))
    // The longer says more: “…, such as x” before “…”.
    .sort(([a], [b]) => b.length - a.length)
    .map(([sentence, text]) => [patternOf(sentence), text])
}

function patternOf(sentence: string) {
  const literal = sentence.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`^${literal.replace(/\\\{(\w+)\\\}/g, '(?<$1>.*)')}$`, 's')
}

function filled(text: string, lookUp: (name: string) => string | number | undefined) {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => bidiIsolate(String(lookUp(name) ?? whole)))
}
