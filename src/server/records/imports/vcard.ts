// Parses vCards (2.1, 3.0 and 4.0): one record per card, in columns of our own.
import { isUtf8 } from 'node:buffer'
import { timeSlices } from '../../time-slices.ts'
import type { SourceRow } from './csv.ts'
import { decodeText, detectEncoding } from './encoding.ts'

export const isVcard = (text: string) => /^\s*BEGIN:VCARD/i.test(text)

const phones = 5
const mobile = 'Mobile'
const emails = 3
/** Values of each property that are read. */
const most = 50
/** In bytes, as encoded. A longer note has too many characters for a row, which is rejected for it. */
const longest = 256 * 1024
const header = [
  'Name',
  'Preferred name',
  // The kind comes before the number, as in files from Google.
  ...numbered('Phone', phones).flatMap((name) => [`${name} - Label`, name]),
  ...numbered('Email', emails),
  'Company',
  'Job title',
  'Notes',
]

/** The first record holds the headers. */
export async function* readVcards(file: Buffer): AsyncGenerator<SourceRow> {
  yield { line: 0, cells: header }
  let card: Card | undefined
  for await (const { line, property } of properties(asBytes(file))) {
    const { name } = property
    if (name === 'BEGIN') card = newCard(line)
    else if (name === 'END' && card) {
      yield cellsOf(card)
      card = undefined
    } else if (card) take(card, property)
  }
}

interface Property {
  name: string
  /** Its parameters in upper case: `TYPE=CELL`, or `CELL` alone as in 2.1. */
  parameters: string[]
  value: Buffer
}

interface Card {
  line: number
  full: string
  name: string
  nickname: string
  company: string
  title: string
  notes: string[]
  phones: { value: string; label: string }[]
  emails: string[]
}

const newCard = (line: number): Card => ({
  line,
  full: '',
  name: '',
  nickname: '',
  company: '',
  title: '',
  notes: [],
  phones: [],
  emails: [],
})

function take(card: Card, property: Property) {
  const text = () => unescaped(textIn(property)).trim()
  const parts = () => split(textIn(property), ';').map((part) => unescaped(part).trim())
  switch (property.name) {
    case 'FN':
      card.full ||= text()
      break
    case 'N': {
      const [last = '', first = '', middle = ''] = parts()
      card.name ||= [first, middle, last].filter(Boolean).join(' ')
      break
    }
    case 'NICKNAME':
      card.nickname ||= text()
      break
    case 'ORG':
      card.company ||= parts().find(Boolean) ?? ''
      break
    case 'TITLE':
      card.title ||= text()
      break
    case 'NOTE':
      if (card.notes.length < most) card.notes.push(text())
      break
    case 'EMAIL':
      if (card.emails.length < most) card.emails.push(text().replace(/^mailto:/i, ''))
      break
    case 'TEL': {
      const says = (types: RegExp) => property.parameters.some((parameter) => types.test(parameter))
      const label = says(/CELL|IPHONE|MOBILE|WHATSAPP/) ? mobile : says(/WORK/) ? 'Work' : says(/HOME/) ? 'Home' : ''
      if (card.phones.length < most && !says(/FAX|PAGER/))
        card.phones.push({ value: text().replace(/^tel:/i, ''), label })
    }
  }
}

/** The mobile number first: it is the most likely one on WhatsApp. */
function cellsOf(card: Card): SourceRow {
  const numbers = card.phones
    .sort((a, b) => Number(b.label === mobile) - Number(a.label === mobile))
    .slice(0, phones)
    .flatMap(({ label, value }) => [label, value])
  return {
    line: card.line,
    cells: [
      card.full || card.name,
      card.nickname,
      ...padded(numbers, 2 * phones),
      ...padded(card.emails, emails),
      card.company,
      card.title,
      card.notes.filter(Boolean).join('\n'),
    ],
  }
}

const padded = (values: string[], length: number) => Array.from({ length }, (_, index) => values[index] ?? '')
function numbered(name: string, count: number) {
  return Array.from({ length: count }, (_, index) => (index === 0 ? name : `${name} ${index + 1}`))
}

/** Bytes as latin1 letters, so that a line may be cut within a character: 2.1 sets the charset per property. */
function asBytes(file: Buffer): string {
  const isWide = detectEncoding(file).startsWith('utf-16')
  const bytes = isWide ? Buffer.from(decodeText(file), 'utf8') : file
  return bytes.toString('latin1').replace(/^\u00ef\u00bb\u00bf/, '')
}

/** The relevant properties of a card. A picture may have millions of characters and is skipped. */
async function* properties(text: string): AsyncGenerator<{ line: number; property: Property }> {
  const lines = linesOf(text)
  for (let at = lines.next(), line = 1; !at.done; ) {
    const first = line
    const parts = [at.value]
    let length = at.value.length
    const isQuoted = /quoted-printable/i.test(at.value.split(':', 1)[0]!)
    for (;;) {
      at = lines.next()
      line += 1
      if (at.done) break
      const last = parts.at(-1)!
      if (isQuoted && last.endsWith('=')) {
        parts[parts.length - 1] = last.slice(0, -1)
        parts.push(at.value.replace(/^[ \t](?=\S)/, ''))
      } else if (/^[ \t]/.test(at.value)) parts.push(at.value.slice(1))
      else break
      length += at.value.length
      // Keeps only the beginning and the latest part.
      if (length > longest && parts.length > 2) parts.splice(-2, 1)
      if (timeSlices.isOver()) await timeSlices.next()
    }
    const property = propertyOf(parts.join('').slice(0, longest))
    if (property) yield { line: first, property }
    if (timeSlices.isOver()) await timeSlices.next()
  }
}

/** Lines, each cut to the length limit. */
function* linesOf(text: string): Generator<string> {
  const ends = /\r\n|\r|\n/g
  let from = 0
  for (let end = ends.exec(text); end; end = ends.exec(text)) {
    yield lineIn(text, from, end.index)
    from = ends.lastIndex
  }
  yield lineIn(text, from, text.length)
}

function lineIn(text: string, from: number, end: number): string {
  return end - from <= longest ? text.slice(from, end) : text.slice(from, from + longest)
}

function propertyOf(line: string): Property | undefined {
  const colon = colonOf(line)
  if (colon < 0) return undefined
  const [name = '', ...parameters] = split(line.slice(0, colon), ';')
  // `item1.TEL`: Apple groups properties.
  return {
    name: name.replace(/^.*\./, '').trim().toUpperCase(),
    parameters: parameters.map((parameter) => parameter.toUpperCase()),
    value: Buffer.from(line.slice(colon + 1), 'latin1'),
  }
}

/** Index of the colon outside of quotes: a parameter in 4.0 may contain one. */
function colonOf(line: string): number {
  let isQuoted = false
  for (let at = 0; at < line.length; at++) {
    if (line[at] === '"') isQuoted = !isQuoted
    else if (line[at] === ':' && !isQuoted) return at
  }
  return -1
}

function textIn({ parameters, value }: Property): string {
  const isQuoted = parameters.some((parameter) => parameter.includes('QUOTED-PRINTABLE'))
  const bytes = isQuoted ? unquoted(value) : value
  const charset = parameters
    .find((parameter) => parameter.startsWith('CHARSET='))
    ?.slice(8)
    .replaceAll('"', '')
  if (charset && !/^UTF-?8$/.test(charset)) {
    try {
      return new TextDecoder(charset).decode(bytes)
    } catch {
      // Unknown charset: detects the encoding from the bytes.
    }
  }
  return isUtf8(bytes) ? bytes.toString('utf8') : decodeText(bytes)
}

function unquoted(value: Buffer): Buffer {
  const text = value
    .toString('latin1')
    .replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(text, 'latin1')
}

/** Splits at each sign without a backslash before it. */
function split(text: string, sign: string): string[] {
  const parts: string[] = []
  let from = 0
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\') at += 1
    else if (text[at] === sign) {
      parts.push(text.slice(from, at))
      from = at + 1
    }
  }
  parts.push(text.slice(from))
  return parts
}

const unescaped = (text: string) =>
  text.replace(/\\([\s\S])/g, (_, sign: string) => (sign === 'n' || sign === 'N' ? '\n' : sign))
