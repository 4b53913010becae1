// The languages of the web app: which one to begin with, and changing over to another. English is in the app already.
import { browserLanguage } from './browser-language.ts'
import { type Dictionary, language, speak } from './text.ts'

type Words = { words: Dictionary; told?: Dictionary }

/** By tag: what each calls itself, and its words. Another language is one line here and one file of sentences. */
export const languages: Record<string, { name: string; load: () => Promise<Words> }> = {
  en: { name: 'English', load: async () => ({ words: {} }) },
  id: { name: 'Bahasa Indonesia', load: () => import('./indonesian/words.ts') },
}

/** The one of ours that a tag such as `id-ID` asks for; English for all we do not speak. */
export function offeredLanguage(tag: string): string {
  const base = /^[a-z]+/.exec(tag.toLowerCase())?.[0] ?? ''
  // Java and old Androids still say `in` for Indonesian.
  const code = base === 'in' ? 'id' : base
  return Object.hasOwn(languages, code) ? code : 'en'
}

/** The one used here last, else the browser's. */
export function firstLanguage(): string {
  return offeredLanguage(localStorage.getItem(key) ?? browserLanguage())
}

/** Loads the words and tells those who show them; where they cannot be had, the present language stays. */
export async function changeLanguage(tag: string): Promise<void> {
  const wanted = offeredLanguage(tag)
  localStorage.setItem(key, wanted)
  if (wanted === language()) return
  const { words, told } = await languages[wanted]!.load()
  speak(wanted, words, told)
  document.documentElement.lang = wanted
  for (const listener of listeners) listener()
}

/** For a new account, whose profile knows no wish yet: what its owner reads now goes with them. */
export function keepLanguage() {
  kept = language()
}

/** What was kept, once. */
export function takeKeptLanguage(): string | undefined {
  const taken = kept
  kept = undefined
  return taken
}

export function onLanguage(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const key = 'language'
let kept: string | undefined
const listeners = new Set<() => void>()
