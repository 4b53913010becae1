// Countries as people write them: a code, or a name in one of several languages.
import { countryCodes } from '../../../contract/country.ts'

const languages = ['en', 'id', 'es', 'pt']
let names: Map<string, string> | undefined

/** The code, or the text itself if it is unknown. */
export function countryOf(text: string): string {
  const name = text.trim().toLowerCase()
  if (/^[a-z]{2}$/.test(name)) return name === 'uk' ? 'GB' : name.toUpperCase()
  names ??= allNames()
  return names.get(name) ?? text
}

function allNames() {
  const all = new Map<string, string>(Object.entries({ usa: 'US', uae: 'AE', england: 'GB', holland: 'NL' }))
  for (const language of languages) {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
    for (const code of countryCodes()) {
      const name = names.of(code)?.toLowerCase()
      if (name && !all.has(name)) all.set(name, code)
    }
  }
  return all
}
