// Languages by name, and those offered for a contact or a template.
import { language } from './text.ts'

const offered =
  'en id ms jv su hi bn ta te mr gu kn ml pa ur pt-BR pt es ar he tr fa fr de it nl sw am zu xh af ha yo ig zh th vi fil ja ko ru uk pl'.split(
    ' ',
  )

export function languageName(code: string) {
  try {
    return new Intl.DisplayNames([language(), 'en'], { type: 'language' }).of(code) ?? code
  } catch {
    return code
  }
}

/** `current` is always included, even if it is not one of those offered. */
export function languageChoices(current: string) {
  const codes = !current || offered.includes(current) ? offered : [...offered, current]
  return codes
    .map((code) => ({ value: code, label: languageName(code) }))
    .sort((a, b) => a.label.localeCompare(b.label))
}
