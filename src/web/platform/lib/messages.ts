// Renders messages of the server and of forms from the catalogue of the current language.
import { fields } from '../../../contract/messages/english/fields.ts'
import { type Catalogue, type Message, type MessageFormat, messageText } from '../../../contract/messages/message.ts'
import { bidiIsolate } from './bidi-isolate.ts'
import { countryName } from './countries.ts'
import { calendarDay, number } from './format.ts'
import { pluralRules } from './formats.ts'
import { money } from './money.ts'
import { language } from './text.ts'

let catalogue: Catalogue = fields

export function setCatalogue(next: Catalogue) {
  catalogue = { ...more, ...next }
}

/** Adds English messages that only some pages need. Other languages keep their own. */
export function addMessages(added: Catalogue) {
  more = { ...more, ...added }
  catalogue = { ...added, ...catalogue }
}
let more: Catalogue = {}

/** A message, with the server's own rendering if it is from a response; or a sentence that was rendered elsewhere. */
export type Said = (Message & { readonly text?: string }) | string

/** The sentence of a message. `otherwise`: the server's own rendering, where the catalogue is not loaded. */
export function sentenceOf(said: Said, otherwise?: string): string {
  if (typeof said === 'string') return said
  return messageText(catalogue, said, format) ?? otherwise ?? said.text ?? said.code
}

/** A message as a sentence about the field: "is required" continues its label, "at least 10 characters" stands alone. */
export function fieldSentence(label: string, said: Said, otherwise?: string): string {
  const text = sentenceOf(said, otherwise)
  if (typeof said !== 'string' && said.code.startsWith('field.')) return `${label} ${text}.`
  const capital = text.charAt(0).toLocaleUpperCase() + text.slice(1)
  return /[.!?…]$/.test(capital) ? capital : `${capital}.`
}

const format: MessageFormat = {
  number,
  day: calendarDay,
  country: (code) => countryName(code, language()),
  money,
  list: (items) => new Intl.ListFormat(language()).format(items),
  isOne: (count) => pluralRules(language()).select(count) === 'one',
  text: bidiIsolate,
}
