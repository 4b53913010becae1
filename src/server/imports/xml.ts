// Reads XML as it comes, slice by slice: its tags and texts. It follows no entities but the five and those by number.
import { damaged } from './archive.ts'

export interface Reader {
  /** By its local name: `x:row` is a `row`. `attributes` is read with `attribute`. */
  open?(name: string, attributes: string): void
  close?(name: string): void
  text?(text: string): void
}

/** A tag, text, comment or CDATA section that is longer is none that a spreadsheet program writes. */
const longest = 256 * 1024

export async function readXml(slices: AsyncIterable<Buffer>, reader: Reader): Promise<void> {
  for await (const _ of readXmlBy(slices, reader));
}

/** Comes back after each slice, so that what was read by then can be handed on. */
export async function* readXmlBy(slices: AsyncIterable<Buffer>, reader: Reader): AsyncGenerator<void> {
  const decoder = new TextDecoder('utf-8')
  let rest = ''
  let depth = 0
  const counting: Reader = {
    ...reader,
    open: (name, attributes) => {
      depth++
      reader.open?.(name, attributes)
    },
    close: (name) => {
      depth--
      reader.close?.(name)
    },
  }
  for await (const slice of slices) {
    const text = rest + decoder.decode(slice, { stream: true })
    const at = take(text, counting)
    rest = text.slice(at)
    if (rest.length > longest) throw damaged()
    yield
  }
  // A sheet that ends between two rows is no shorter list.
  if (depth > 0 || rest.trimStart().startsWith('<')) throw damaged()
}

/** Until where all was whole. */
function take(text: string, reader: Reader): number {
  for (let at = 0; ; ) {
    const from = text.indexOf('<', at)
    if (from < 0) return at
    if (from > at) reader.text?.(decoded(text.slice(at, from)))
    const end = endOf(text, from, reader)
    if (end === undefined) return from
    at = end
  }
}

/** Where what begins there ends; nothing when it goes on in the next slice. */
function endOf(text: string, from: number, reader: Reader): number | undefined {
  const next = text.charCodeAt(from + 1)
  if (next === slash) {
    const end = after(text, '>', from)
    if (end !== undefined) reader.close?.(localName(text.slice(from + 2, end - 1).trimEnd()))
    return end
  }
  if (next === question) return after(text, '?>', from)
  if (next === exclamation) {
    // So many signs tell which of them it is.
    if (text.length < from + 9) return undefined
    if (text.startsWith('<!--', from)) return after(text, '-->', from + 4)
    if (!text.startsWith('<![CDATA[', from)) return after(text, '>', from)
    const end = after(text, ']]>', from + 9)
    if (end !== undefined) reader.text?.(text.slice(from + 9, end - 3))
    return end
  }
  return tagEnd(text, from + 1, reader)
}

const [slash, question, exclamation, single, double, greater] = [47, 63, 33, 39, 34, 62]

function after(text: string, sign: string, start: number): number | undefined {
  const end = text.indexOf(sign, start)
  return end < 0 ? undefined : end + sign.length
}

const localName = (name: string) => (name.includes(':') ? name.slice(name.indexOf(':') + 1) : name)

/** Between quotes `>` is a sign as any other. */
function tagEnd(text: string, from: number, reader: Reader): number | undefined {
  let quote = 0
  let nameEnd = 0
  for (let at = from; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (quote !== 0) {
      if (sign === quote) quote = 0
    } else if (sign === greater) {
      const isWhole = text.charCodeAt(at - 1) === slash
      const end = isWhole ? at - 1 : at
      const name = localName(text.slice(from, nameEnd || end))
      reader.open?.(name, nameEnd ? text.slice(nameEnd, end) : '')
      if (isWhole) reader.close?.(name)
      return at + 1
    } else if (sign === double || sign === single) quote = sign
    else if (sign <= 32 && nameEnd === 0) nameEnd = at
  }
  return undefined
}

/** What a tag says of it: `attribute('r')(' r="A1"')` is A1. `:id` is called so in any namespace. */
export function attribute(name: string): (attributes: string) => string | undefined {
  return (attributes) => {
    for (let at = attributes.indexOf(name); at >= 0; at = attributes.indexOf(name, at + 1)) {
      if (name[0] !== ':' && attributes.charCodeAt(at - 1) > 32) continue
      let from = at + name.length
      while (attributes.charCodeAt(from) <= 32) from++
      if (attributes[from] !== '=') continue
      do from++
      while (attributes.charCodeAt(from) <= 32)
      const end = attributes.indexOf(attributes[from] === "'" ? "'" : '"', from + 1)
      return end < 0 ? undefined : decoded(attributes.slice(from + 1, end))
    }
    return undefined
  }
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Signs that no text can hold, and names that nobody explained, are no XML: spreadsheet programs refuse them too. */
function decoded(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#x([0-9a-f]{1,6});|#(\d{1,7});|(amp|lt|gt|quot|apos);)?/g, (_, hex, decimal, name) => {
    if (name) return named[name]!
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
    const isSign = code >= 32 ? code < 0xd800 || (code > 0xdfff && code <= 0x10ffff) : [9, 10, 13].includes(code)
    if (!isSign) throw damaged()
    return String.fromCodePoint(code)
  })
}
