// Splits a message text into words and the Liquid expressions that the editor shows as chips. All pieces joined are the text.

export interface Piece {
  kind: 'words' | 'output' | 'tag'
  from: number
  to: number
  source: string
}

/** An expression must end on its line. An unclosed one counts as words, so that typing `{{` does not turn the rest into a chip. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  const add = (kind: Piece['kind'], from: number, to: number) => {
    if (to > from) pieces.push({ kind, from, to, source: text.slice(from, to) })
  }
  let words = 0
  for (let at = nextOpening(text, 0); at !== -1; at = nextOpening(text, at)) {
    const isTag = text[at + 1] === '%'
    const end = isTag ? endOfTag(text, at) : endOfOutput(text, at)
    if (end === -1) {
      at += 2
      continue
    }
    add('words', words, at)
    add(isTag ? 'tag' : 'output', at, end)
    words = end
    at = end
  }
  add('words', words, text.length)
  return pieces
}

function nextOpening(text: string, from: number): number {
  const found = text.slice(from).search(/\{[{%]/)
  return found === -1 ? -1 : from + found
}

function endOfTag(text: string, at: number): number {
  const found = /^\{%(?:(?!\{[{%]|%\}).)*%\}/.exec(text.slice(at, at + longestSource))
  return found ? at + found[0].length : -1
}

/** Braces inside quotes do not end the expression. */
function endOfOutput(text: string, at: number): number {
  const found = /^\{\{(?:"[^"\n]*"|'[^'\n]*'|[^"'{}\n]|\{(?!\{)|\}(?!\}))*\}\}/.exec(text.slice(at, at + longestSource))
  return found ? at + found[0].length : -1
}
const longestSource = 2_000

/** A variable with its format and its fallback. */
export interface Chip {
  path: string
  /** The Liquid filters as written, without the fallback: `date: "%-d %B"`. */
  format: string
  /** Used if the variable has no value: another variable such as `contact.name`, or a text in quotes. */
  fallback?: string
}

/** Undefined for anything but a variable with filters, for example for `{{- x -}}` or `{{ "text" }}`. */
export function chipOf(source: string): Chip | undefined {
  const inner = /^\{\{([^-](?:.|\s)*)\}\}$/.exec(source)?.[1]
  if (inner === undefined || inner.endsWith('-')) return undefined
  const [path = '', ...filters] = partsOf(inner)
  if (!/^[a-z_]\w*\.[a-z_]\w*$/i.test(path)) return undefined
  const last = filters.at(-1)
  const fallback = last && /^default: ("[^"]*"|'[^']*'|[a-z_]\w*\.[a-z_]\w*)$/i.exec(last)?.[1]
  return fallback ? { path, format: filters.slice(0, -1).join(' | '), fallback } : { path, format: filters.join(' | ') }
}

export function sourceOf({ path, format, fallback }: Chip): string {
  return `{{ ${[path, format, fallback && `default: ${fallback}`].filter(Boolean).join(' | ')} }}`
}

/** The parts between `|` in normalized form: `date:'%-d'` becomes `date: "%-d"`. */
function partsOf(inner: string): string[] {
  const parts = inner.match(/(?:"[^"]*"|'[^']*'|[^|"'])+/g) ?? []
  return parts.map((part) => {
    const trimmed = part.trim()
    const filter = /^(\w+)\s*:\s*(.+)$/s.exec(trimmed)
    return filter ? `${filter[1]}: ${filter[2]!.replace(/^'([^'"]*)'$/, '"$1"')}` : trimmed
  })
}

/** A text in quotes, to be used as a fallback. Quotes and braces that Liquid would misread are replaced by similar characters. */
export function quoted(text: string): string {
  return `"${text.replaceAll('"', '”').replaceAll('{', '(').replaceAll('}', ')').replace(/\s+/g, ' ')}"`
}

/** The text inside the quotes of a fallback; undefined if the fallback is another variable. */
export const unquoted = (fallback: string | undefined) => /^(["'])(.*)\1$/s.exec(fallback ?? '')?.[2]

/** The piece or word at a line and column, both counted from 1. */
export function placeOf(text: string, line: number, column: number): Piece {
  const lines = text.split('\n')
  const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0)
  const at = Math.min(start + column - 1, Math.max(text.length - 1, 0))
  const piece = piecesOf(text).find(({ from, to }) => from <= at && at < to) ?? {
    kind: 'words',
    from: 0,
    to: 0,
    source: '',
  }
  if (piece.kind !== 'words') return piece
  const isEnd = (place: number) => place < piece.from || place >= piece.to || /\s/.test(text[place]!)
  let from = at
  let to = at
  while (!isEnd(from - 1)) from -= 1
  while (!isEnd(to)) to += 1
  return { kind: 'words', from, to, source: text.slice(from, to) }
}
