// Reads WhatsApp's own formatting marks, so that a preview looks as the message will.

export type Span =
  | { kind: 'text'; text: string }
  | { kind: 'mono'; text: string }
  | { kind: 'link'; text: string; href: string }
  | { kind: 'bold' | 'italic' | 'strike'; spans: Span[] }

export interface Line {
  kind: 'plain' | 'bullet' | 'number' | 'quote'
  /** What stands before it: `•` or `1.`. */
  marker: string
  spans: Span[]
}

export function readMessage(text: string): Line[] {
  return linesOf(text).map(readLine)
}

/** Between three backticks a line break is part of the text. */
function linesOf(text: string): string[] {
  const lines = ['']
  for (const part of text.split(/(```[\s\S]+?```)/)) {
    const [first = '', ...more] = part.startsWith('```') && part.length > 6 ? [part] : part.split('\n')
    lines[lines.length - 1] += first
    lines.push(...more)
  }
  return lines
}

function readLine(line: string): Line {
  const item = /^(?:([-*]|\d{1,3}\.|>) )(?=\S)/.exec(line)
  if (!item) return { kind: 'plain', marker: '', spans: readSpans(line) }
  const mark = item[1]!
  const spans = readSpans(line.slice(item[0].length))
  if (mark === '>') return { kind: 'quote', marker: '', spans }
  return mark.endsWith('.') ? { kind: 'number', marker: mark, spans } : { kind: 'bullet', marker: '•', spans }
}

const marks = { '*': 'bold', _: 'italic', '~': 'strike' } as const

// A mark counts only where a word begins and ends: `snake_case_name` and `2 * 3 * 4` stay as they are.
const formatted =
  /```(?<block>[\s\S]+?)```|`(?<code>[^`\n]+)`|(?<link>(?:https?:\/\/|www\.)[^\s<>"]+)|(?<![\p{L}\p{N}])(?<mark>[*_~])(?=\S)(?<inner>.*?\S)\k<mark>(?![\p{L}\p{N}])/gu

function readSpans(text: string): Span[] {
  const spans: Span[] = []
  let end = 0
  for (const match of text.matchAll(formatted)) {
    const { block, code, link, mark, inner } = match.groups!
    if (match.index > end) spans.push({ kind: 'text', text: text.slice(end, match.index) })
    end = match.index + match[0].length
    if (mark && inner) spans.push({ kind: marks[mark as keyof typeof marks], spans: readSpans(inner) })
    else if (link) {
      const shown = link.replace(/[.,;:!?)'*_~\]]+$/, '')
      end -= link.length - shown.length
      spans.push({ kind: 'link', text: shown, href: shown.startsWith('www.') ? `https://${shown}` : shown })
    } else spans.push({ kind: 'mono', text: block ?? code ?? '' })
  }
  if (end < text.length) spans.push({ kind: 'text', text: text.slice(end) })
  return spans
}
