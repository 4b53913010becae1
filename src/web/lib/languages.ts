// The languages of the web app: which one to begin with, and changing over to another. English is in the app already.
import { browserLanguage } from './browser-language.ts'
import { type Dictionary, language, setLanguage } from './text.ts'

type Words = { words: Dictionary; told?: Dictionary }
interface Language {
  /** What it calls itself. */
  name: string
  whole: () => Promise<Words>
  /** Only what the pages of signing in say: they have to come fast, and all words are 47 KB. */
  signedOut: () => Promise<Words>
}

const noWords = async () => ({ words: {} })

/** By tag. Another language is one entry here and a folder of sentences. */
export const languages: Record<string, Language> = {
  en: { name: 'English', whole: noWords, signedOut: noWords },
  id: {
    name: 'Bahasa Indonesia',
    whole: () => import('./indonesian/words.ts'),
    signedOut: () =>
      import('./indonesian/signed-out.ts').then(({ signedOut, toldSignedOut }) => ({
        words: signedOut,
        told: toldSignedOut,
      })),
  },
}

/** The one of ours that a tag such as `id-ID` asks for; English for all we do not speak. */
export function supportedLanguage(tag: string): string {
  const base = /^[a-z]+/.exec(tag.toLowerCase())?.[0] ?? ''
  // Java and old Androids still say `in` for Indonesian.
  const code = base === 'in' ? 'id' : base
  return Object.hasOwn(languages, code) ? code : 'en'
}

/** The one used here last, else the browser's. */
export function firstLanguage(): string {
  return supportedLanguage(localStorage.getItem(key) ?? browserLanguage())
}

/** Loads the words and tells those who show them; where they cannot be had, the present language stays. */
export async function changeLanguage(tag: string): Promise<void> {
  const wanted = supportedLanguage(tag)
  localStorage.setItem(key, wanted)
  if (wanted === language()) return
  const { words, told } = await languages[wanted]![whole ? 'whole' : 'signedOut']()
  setLanguage(wanted, words, told)
  document.documentElement.lang = wanted
  for (const listener of listeners) listener()
}

/**
 * What is behind the sign-in, and what the server says, waits for all words of the language that is spoken. Where they
 * cannot be had, the others stay, and they are asked for again the next time.
 */
export function loadFullLanguage(): Promise<void> {
  whole ??= loadWhole().catch(() => {
    whole = undefined
  })
  return whole
}

async function loadWhole() {
  const spoken = language()
  const { words, told } = await languages[spoken]!.whole()
  // Another one that came meanwhile is whole by itself.
  if (language() === spoken) setLanguage(spoken, words, told)
}

/** For a new account, whose profile knows no wish yet: what its owner reads now goes with them. */
export function saveLanguageForSignIn() {
  kept = language()
}

/** What was kept, once. */
export function takeSavedLanguage(): string | undefined {
  const taken = kept
  kept = undefined
  return taken
}

export function onLanguage(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const key = 'language'
let whole: Promise<void> | undefined
let kept: string | undefined
const listeners = new Set<() => void>()
