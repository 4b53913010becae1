// Reads XML as it comes, slice by slice: its tags and texts. saxes refuses what is none, and what ends before it is whole.
import { SaxesParser } from 'saxes'
import { damaged } from './archive.ts'

export type Attributes = { readonly [name: string]: string }

export interface Reader {
  /** By its local name: `x:row` is a `row`. */
  open?(name: string, attributes: Attributes): void
  close?(name: string): void
  text?(text: string): void
}

/** A tag, text, comment or CDATA section that is longer is none that a spreadsheet program writes. */
const longest = 256 * 1024
/** Tags within tags. */
const deepest = 250

export async function readXml(slices: AsyncIterable<Buffer>, reader: Reader): Promise<void> {
  for await (const _ of readXmlBy(slices, reader));
}

/** Comes back after each slice, so that what was read by then can be handed on. */
export async function* readXmlBy(slices: AsyncIterable<Buffer>, reader: Reader): AsyncGenerator<void> {
  const decoder = new TextDecoder('utf-8')
  const parser = new SaxesParser({ xmlns: false, position: false })
  let [length, depth, tagAt] = [0, 0, 0]
  parser.on('error', () => {
    throw damaged()
  })
  parser.on('opentag', ({ name, attributes }) => {
    tagAt = length
    if (++depth > deepest) throw damaged()
    reader.open?.(localName(name), attributes)
  })
  parser.on('closetag', ({ name }) => {
    tagAt = length
    depth--
    reader.close?.(localName(name))
  })
  parser.on('text', (text) => reader.text?.(text))
  parser.on('cdata', (text) => reader.text?.(text))
  for await (const slice of slices) {
    const text = decoder.decode(slice, { stream: true })
    length += text.length
    parser.write(text)
    if (length - tagAt > longest) throw damaged()
    yield
  }
  // A part that is not there has nothing to end.
  if (length > 0) parser.close()
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)
