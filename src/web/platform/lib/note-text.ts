// Parses the subset of Markdown used in notes into data, never into HTML. react-markdown is 35 KB gzip, and any library
// that renders HTML would need a sanitizer, too.

export type Inline =
  | string
  | { kind: 'strong'; content: Inline[] }
  | { kind: 'emphasis'; content: Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'link'; href: string; content: Inline[] }
export type Block =
  | { kind: 'paragraph'; lines: Inline[][] }
  | { kind: 'heading'; content: Inline[] }
  | { kind: 'list'; isOrdered: boolean; start: number; items: Inline[][] }
  | { kind: 'quote'; lines: Inline[][] }

const item = /^\s*(?:([-*+])|(\d{1,9})[.)])\s+(.*)$/

export function readNote(markdown: string): Block[] {
  const blocks: Block[] = []
  let open: Block | undefined
  const add = (block: Block) => {
    blocks.push(block)
    open = block
  }
  for (const line of markdown.split(/\r\n|\r|\n/)) {
    const heading = /^#{1,6}\s+(.*?)\s*#*$/.exec(line)
    const quote = /^\s*>\s?(.*)$/.exec(line)
    const point = item.exec(line)
    if (line.trim() === '') open = undefined
    else if (heading) {
      add({ kind: 'heading', content: readInline(heading[1]!) })
      open = undefined
    } else if (quote) {
      if (open?.kind !== 'quote') add({ kind: 'quote', lines: [] })
      ;(open as Extract<Block, { kind: 'quote' }>).lines.push(readInline(quote[1]!))
    } else if (point) {
      const isOrdered = point[2] !== undefined
      if (open?.kind !== 'list' || open.isOrdered !== isOrdered)
        add({ kind: 'list', isOrdered, start: Number(point[2] ?? 1), items: [] })
      ;(open as Extract<Block, { kind: 'list' }>).items.push(readInline(point[3]!))
    } else if (open?.kind === 'list' && /^\s/.test(line)) {
      open.items.at(-1)!.push(' ', ...readInline(line.trim()))
    } else {
      if (open?.kind !== 'paragraph') add({ kind: 'paragraph', lines: [] })
      ;(open as Extract<Block, { kind: 'paragraph' }>).lines.push(readInline(line))
    }
  }
  return blocks
}

// In order of precedence. Each part ends before the next mark, so that parsing time stays linear.
const marks =
  /\\([\\`*_[\]()#+.!>-])|`([^`]+)`|\[([^[\]]+)\]\(([^\s()]+)\)|\*\*((?:[^*]|\*(?!\*))+?)\*\*|\*([^\s*][^*]*)\*|(?<![\p{L}\p{N}])_([^\s_][^_]*)_(?![\p{L}\p{N}])|(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]'])/gu

function readInline(text: string, depth = 0): Inline[] {
  const parts: Inline[] = []
  let at = 0
  const inner = (content: string) => (depth < 3 ? readInline(content, depth + 1) : [content])
  for (const found of text.matchAll(marks)) {
    const [whole, escaped, code, label, target, strong, starred, underlined, address] = found
    if (found.index > at) parts.push(text.slice(at, found.index))
    at = found.index + whole.length
    if (escaped) parts.push(escaped)
    else if (code) parts.push({ kind: 'code', text: code })
    else if (strong) parts.push({ kind: 'strong', content: inner(strong) })
    else if (starred || underlined) parts.push({ kind: 'emphasis', content: inner((starred ?? underlined)!) })
    else {
      const href = safe(target ?? address!)
      if (href) parts.push({ kind: 'link', href, content: label ? inner(label) : [whole] })
      else parts.push(whole)
    }
  }
  if (at < text.length) parts.push(text.slice(at))
  return parts
}

/** Only schemes that cannot run code. */
function safe(address: string): string | undefined {
  try {
    const { protocol, href } = new URL(address)
    return ['http:', 'https:', 'mailto:', 'tel:'].includes(protocol) ? href : undefined
  } catch {
    return undefined
  }
}
