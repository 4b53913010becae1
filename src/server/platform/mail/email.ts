// Renders an email as plain text and simple HTML.
import { type Language, languageOf } from '../../errors.ts'

export interface Email {
  to: { name: string; address: string }
  /** The recipient's; sets the language of the greeting. English by default. */
  locale?: string
  subject: string
  paragraphs: string[]
  /** Shown after the first paragraph. */
  link?: { label: string; url: string }
}

export function renderEmail({ to, locale, paragraphs, link }: Email): { text: string; html: string } {
  const language = languageOf(locale)
  // A function, because `replace` would interpret `$` in a name.
  const lines = [greetings[language].replace(/ ?\{name\}/, () => to.name && ` ${to.name}`), ...paragraphs]
  const text = [...lines.slice(0, 2), ...(link ? [link.url] : []), ...lines.slice(2)].join('\n\n')
  const html = lines.map((line) => `<p>${escaped(line)}</p>`)
  if (link) {
    const url = escaped(link.url)
    // The address is also written out: some programs show no links, and people like to see where a link leads.
    html.splice(2, 0, `<p><a href="${url}">${escaped(link.label)}</a></p>`, `<p>${url}</p>`)
  }
  return {
    text: `${text}\n`,
    html: `<!doctype html>\n<html lang="${language}"><body style="font-family: sans-serif; line-height: 1.5">\n${html.join('\n')}\n</body></html>\n`,
  }
}

const greetings: Record<Language, string> = { en: 'Hello {name},', id: 'Halo {name},' }

function escaped(text: string) {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}
