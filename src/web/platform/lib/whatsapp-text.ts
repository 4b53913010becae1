// Parses WhatsApp's formatting marks, so that a preview looks like the message.

export type Span =
  | { kind: 'text'; text: string }
  | { kind: 'mono'; text: string }
  | { kind: 'link'; text: string; href: string }
  | { kind: 'bold' | 'italic' | 'strike'; spans: Span[] }

export interface FormattedLine {
  kind: 'plain' | 'bullet' | 'number' | 'quote'
  /** List marker: `•` or `1.`. */
  marker: string
  spans: Span[]
}

export function readMessage(text: string, work: Work = { steps: 0 }): FormattedLine[] {
  return linesOf(text).map((line) => readLine(line, work))
}

const previewLimits = { characters: 900, lines: 14 }

/** The first part of a long text, with an ellipsis; undefined if the text is short enough. */
export function beginningOf(text: string): string | undefined {
  const lines = text.slice(0, previewLimits.characters).split('\n').slice(0, previewLimits.lines)
  const beginning = lines.join('\n')
  // The rest would take no more space than the button.
  if (text.length - beginning.length < 100 && text.slice(beginning.length).split('\n').length < 4) return undefined
  const isWithinWord = /\S/.test(text.charAt(beginning.length))
  return `${(isWithinWord ? beginning.replace(/\S{0,40}$/u, '') : beginning).trimEnd()}…`
}

/** Between triple backticks a line break is part of the text. */
function linesOf(text: string): string[] {
  const lines = ['']
  for (const part of text.split(/(```[\s\S]+?```)/)) {
    const [first = '', ...more] = part.startsWith('```') && part.length > 6 ? [part] : part.split('\n')
    lines[lines.length - 1] += first
    lines.push(...more)
  }
  return lines
}

function readLine(line: string, work: Work): FormattedLine {
  const item = /^(?:([-*]|\d{1,3}\.|>) )(?=\S)/.exec(line)
  if (!item) return { kind: 'plain', marker: '', spans: readSpans(line, work) }
  const mark = item[1]!
  const spans = readSpans(line.slice(item[0].length), work)
  if (mark === '>') return { kind: 'quote', marker: '', spans }
  return mark.endsWith('.') ? { kind: 'number', marker: mark, spans } : { kind: 'bullet', marker: '•', spans }
}

const marks = { '*': 'bold', _: 'italic', '~': 'strike' } as const
type Mark = keyof typeof marks

/** Where a mark or link may begin: everything between is plain text. */
const beginnings = /[`*_~]|https?:\/\/|www\./
const address = /(?:https?:\/\/|www\.)[^\s<>"]+/y
const isWord = (point: number | undefined) => point !== undefined && /[\p{L}\p{N}]/u.test(String.fromCodePoint(point))

/**
 * One pass in linear time, because strangers write these texts. A mark counts only at word boundaries:
 * `snake_case_name` and `2 * 3 * 4` are unchanged. A pair cannot contain a pair of the same mark, so spans nest at most
 * three deep.
 */
function readSpans(text: string, work: Work): Span[] {
  const spans: Span[] = []
  const closers = closersOf(text, work)
  const fences = nextOf(text, '```', work)
  const ticks = nextOf(text, '`', work)
  let end = 0
  const candidate = new RegExp(beginnings, 'g')
  for (let match = candidate.exec(text); match; match = candidate.exec(text)) {
    const at = match.index
    const found = spanAt(at, match[0])
    work.steps += 1
    if (!found) {
      candidate.lastIndex = at + 1
      continue
    }
    if (at > end) spans.push({ kind: 'text', text: text.slice(end, at) })
    spans.push(found.span)
    end = found.end
    candidate.lastIndex = found.after ?? end
  }
  if (end < text.length) spans.push({ kind: 'text', text: text.slice(end) })
  return spans

  function spanAt(at: number, begin: string): { span: Span; end: number; after?: number } | undefined {
    if (begin === '`') return monoAt(at)
    if (begin in marks) return markedAt(at, begin as Mark)
    address.lastIndex = at
    const full = address.exec(text)?.[0]
    if (!full) return undefined
    const shown = withoutStops(full)
    work.steps += full.length
    const href = shown.startsWith('www.') ? `https://${shown}` : shown
    return { span: { kind: 'link', text: shown, href }, end: at + shown.length, after: at + full.length }
  }

  function monoAt(at: number) {
    const fence = text.startsWith('```', at) ? fences(at + 4) : -1
    if (fence > 0) return { span: { kind: 'mono', text: text.slice(at + 3, fence) } as const, end: fence + 3 }
    const tick = ticks(at + 1)
    if (tick <= at + 1) return undefined
    const inner = text.slice(at + 1, tick)
    work.steps += inner.length
    return inner.includes('\n') ? undefined : { span: { kind: 'mono', text: inner } as const, end: tick + 1 }
  }

  function markedAt(at: number, mark: Mark) {
    if (isWord(pointBefore(text, at)) || !/\S/.test(text.charAt(at + 1))) return undefined
    const close = closers[mark](at)
    if (close < 0) return undefined
    const inner = readSpans(text.slice(at + 1, close), work)
    return { span: { kind: marks[mark], spans: inner }, end: close + 1 }
  }
}

/** Counts the characters read, for the test that it is linear. */
export interface Work {
  steps: number
}

/** For each mark: the end of the pair that begins at a position, or -1. Called with increasing positions. */
function closersOf(text: string, work: Work): Record<Mark, (at: number) => number> {
  const places: Record<Mark, number[]> = { '*': [], _: [], '~': [] }
  const breaks: number[] = []
  work.steps += text.length
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at)
    if (/[\n\r\u2028\u2029]/.test(sign)) breaks.push(at)
    else if (sign in marks && /\S/.test(text.charAt(at - 1)) && !isWord(text.codePointAt(at + 1)))
      places[sign as Mark].push(at)
  }
  const closer = (mark: Mark) => {
    let [place, broken] = [0, 0]
    return (at: number) => {
      while (places[mark][place]! < at + 2) place += 1
      while (breaks[broken]! < at) broken += 1
      const close = places[mark][place] ?? -1
      return close < (breaks[broken] ?? Number.POSITIVE_INFINITY) ? close : -1
    }
  }
  return { '*': closer('*'), _: closer('_'), '~': closer('~') }
}

/** The next position of these characters, or -1. Called with increasing positions. */
function nextOf(text: string, signs: string, work: Work) {
  let position: number | undefined
  return (from: number) => {
    if (position === undefined || (position >= 0 && position < from)) {
      position = text.indexOf(signs, from)
      work.steps += (position < 0 ? text.length : position) - from
    }
    return position
  }
}

function pointBefore(text: string, at: number): number | undefined {
  if (at === 0) return undefined
  const isPair = /[\uDC00-\uDFFF]/.test(text.charAt(at - 1)) && at > 1
  return isPair ? text.codePointAt(at - 2) : text.codePointAt(at - 1)
}

/** A full stop ends the sentence, not the address. */
function withoutStops(link: string): string {
  let end = link.length
  while (end > 0 && ".,;:!?)'*_~]".includes(link.charAt(end - 1))) end -= 1
  return link.slice(0, end)
}

/** The beginning of a message in one line, for lists. */
export function excerpt(preview: string) {
  // Removes the marks of WhatsApp's formatting, such as `*`.
  const line = preview
    .replace(/\s+/g, ' ')
    .replace(/(?<![\p{L}\p{N}])([*_~])(\S(?:[^*_~]*\S)?)\1(?![\p{L}\p{N}])/gu, '$2')
  return line.length > 120 ? `${line.slice(0, 120).trimEnd()}…` : line
}
