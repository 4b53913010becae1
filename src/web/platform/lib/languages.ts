// Language of the web app: the initial one, and switching. English texts and the English messages of fields are built in.
import { fields } from '../../../contract/messages/english/fields.ts'
import type { Catalogue } from '../../../contract/messages/message.ts'
import { browserLanguage } from './browser-language.ts'
import { setCatalogue } from './messages.ts'
import { type Dictionary, language, setLanguage } from './text.ts'

type Words = { words: Dictionary; catalogue: Catalogue }
interface Language {
  /** Its name in its own language. */
  name: string
  whole: () => Promise<Words>
  /** Only the texts of the signed-out pages: they must load fast, and the whole dictionary is 47 KB. */
  signedOut: () => Promise<Words>
}

const ofEnglish = (catalogue: Catalogue) => ({ words: {}, catalogue })

/** By tag. Another language needs one entry here and a folder of sentences. */
export const languages: Record<string, Language> = {
  en: {
    name: 'English',
    whole: () =>
      import('../../../contract/messages/english/every-page.ts').then(({ everyPage }) => ofEnglish(everyPage)),
    signedOut: async () => ofEnglish(fields),
  },
  id: {
    name: 'Bahasa Indonesia',
    whole: () =>
      Promise.all([import('./indonesian/words.ts'), import('../../../contract/messages/indonesian.ts')]).then(
        ([{ words }, { indonesian }]) => ({ words, catalogue: indonesian }),
      ),
    signedOut: () =>
      Promise.all([
        import('./indonesian/signed-out.ts'),
        import('../../../contract/messages/indonesian/fields.ts'),
      ]).then(([{ signedOut }, { fields }]) => ({ words: signedOut, catalogue: fields })),
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
  const { words, catalogue } = await languages[wanted]![whole ? 'whole' : 'signedOut']()
  setLanguage(wanted, words)
  setCatalogue(catalogue)
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
  const { words, catalogue } = await languages[spoken]!.whole()
  // If the language was switched in the meantime, the full dictionary of that one is loaded already.
  if (language() !== spoken) return
  setLanguage(spoken, words)
  setCatalogue(catalogue)
}

/** For a new account without a language setting: stores the current language for its first sign-in. */
export function saveLanguageForSignIn() {
  languageForSignIn = language()
}

/** Returns the saved language once. */
export function takeSavedLanguage(): string | undefined {
  const saved = languageForSignIn
  languageForSignIn = undefined
  return saved
}

export function onLanguage(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const key = 'language'
let whole: Promise<void> | undefined
let languageForSignIn: string | undefined
const listeners = new Set<() => void>()
