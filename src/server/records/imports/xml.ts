// Streaming XML parser on saxes: tags and texts, slice by slice. Rejects malformed and truncated files.
import { SaxesParser } from 'saxes'
import { damaged } from './archive.ts'

export type Attributes = { readonly [name: string]: string }

export interface Reader {
  /** By local name: `x:row` is a `row`. */
  open?(name: string, attributes: Attributes): void
  close?(name: string): void
  text?(text: string): void
}

/** No spreadsheet program writes a longer tag, text, comment or CDATA section. */
const longest = 256 * 1024
/** Maximum depth of nested tags. */
const deepest = 250

export async function readXml(slices: AsyncIterable<Buffer>, reader: Reader): Promise<void> {
  for await (const _ of readXmlBy(slices, reader));
}

/** Yields after each slice, so that the caller can pass on what has been read. */
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
  // A missing part has nothing to close.
  if (length > 0) parser.close()
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)
