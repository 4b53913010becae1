// Languages of the web app: the initial one, and switching. English is built in.
import { browserLanguage } from './browser-language.ts'
import { type Dictionary, language, setLanguage } from './text.ts'

type Words = { words: Dictionary; told?: Dictionary }
interface Language {
  /** Its name in its own language. */
  name: string
  whole: () => Promise<Words>
  /** Only the texts of the signed-out pages: they must load fast, and the whole dictionary is 47 KB. */
  signedOut: () => Promise<Words>
}

const noWords = async () => ({ words: {} })

/** By tag. Another language needs one entry here and a folder of sentences. */
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

/** The supported language for a tag such as `id-ID`; English if there is none. */
export function supportedLanguage(tag: string): string {
  const base = /^[a-z]+/.exec(tag.toLowerCase())?.[0] ?? ''
  // Java and old Android versions still report `in` for Indonesian.
  const code = base === 'in' ? 'id' : base
  return Object.hasOwn(languages, code) ? code : 'en'
}

/** The language last used here, else the browser's. */
export function firstLanguage(): string {
  return supportedLanguage(localStorage.getItem(key) ?? browserLanguage())
}

/** Loads a dictionary and rerenders the app; if loading fails, the current language stays. */
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
 * Signed-in pages and server sentences need the full dictionary of the current language. If loading fails, the current
 * texts stay, and the next call retries.
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
  // If the language was switched in the meantime, the full dictionary of that one is loaded already.
  if (language() === spoken) setLanguage(spoken, words, told)
}

/** For a new account without a language setting: stores the current language for its first sign-in. */
export function saveLanguageForSignIn() {
  kept = language()
}

/** Returns the saved language once. */
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
