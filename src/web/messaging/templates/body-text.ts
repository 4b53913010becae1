// Text changes and selections of the editor's buttons.

export interface Selected {
  text: string
  start: number
  end: number
}

/** Replaces the selection; the caret is placed after the insertion. */
export function insert({ text, start, end }: Selected, piece: string): Selected {
  const caret = start + piece.length
  return { text: text.slice(0, start) + piece + text.slice(end), start: caret, end: caret }
}

/** Toggles a mark around the selection; without a selection the caret is placed between two marks. */
export function toggleMark({ text, start, end }: Selected, mark: string): Selected {
  const size = mark.length
  const marked = (from: number, to: number) =>
    text.slice(from, from + size) === mark && text.slice(to - size, to) === mark
  if (end - start > 2 * size && marked(start, end)) {
    return insertAround(text.slice(0, start), text.slice(start + size, end - size), text.slice(end))
  }
  if (start >= size && marked(start - size, end + size)) {
    return insertAround(text.slice(0, start - size), text.slice(start, end), text.slice(end + size))
  }
  // WhatsApp marks must touch a letter, so spaces at the ends of a selection stay outside.
  const chosen = text.slice(start, end)
  const inner = chosen.trim()
  const lead = inner ? chosen.length - chosen.trimStart().length : 0
  const tail = inner ? chosen.length - chosen.trimEnd().length : 0
  const from = start + lead
  const to = end - tail
  return insertAround(text.slice(0, from) + mark, text.slice(from, to), mark + text.slice(to))
}

const linePrefixes = {
  bullet: { is: /^- /, put: () => '- ' },
  number: { is: /^\d{1,3}\. /, put: (index: number) => `${index + 1}. ` },
  quote: { is: /^> /, put: () => '> ' },
} as const
export type LineKind = keyof typeof linePrefixes

/** Toggles a list or quote prefix on each line of the selection. */
export function toggleLines({ text, start, end }: Selected, kind: LineKind): Selected {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const next = text.indexOf('\n', Math.max(end - 1, start))
  const to = next === -1 ? text.length : next
  const lines = text.slice(from, to).split('\n')
  const { is, put } = linePrefixes[kind]
  const plain = lines.map((line) => line.replace(/^(?:- |> |\d{1,3}\. )/, ''))
  const changed = lines.every((line) => is.test(line)) ? plain : plain.map((line, index) => put(index) + line)
  const result = changed.join('\n')
  // Without a selection the caret keeps its place in the line.
  const caret = Math.max(from, start + result.length - (to - from))
  const isCaret = start === end
  return {
    text: text.slice(0, from) + result + text.slice(to),
    start: isCaret ? caret : from,
    end: isCaret ? caret : from + result.length,
  }
}

function insertAround(before: string, inner: string, after: string): Selected {
  return { text: before + inner + after, start: before.length, end: before.length + inner.length }
}

/** Adds a fallback (a template expression) to every plain use of a variable, and selects the first for typing. */
export function addDefault(text: string, path: string, fallback: string): Selected | undefined {
  const use = new RegExp(`\\{\\{-?\\s*${path.replaceAll('.', '\\.')}(?=[\\s|}-])([^}]*)\\}\\}`, 'g')
  const uses = [...text.matchAll(use)].filter(([, filters]) => !/\|\s*default\b/.test(filters!))
  const first = uses[0]
  if (!first) return undefined
  let result = text
  for (const { 0: whole, index } of uses.reverse()) {
    const at = index + /\s*-?\}\}$/.exec(whole)!.index
    result = `${result.slice(0, at)} | default: ${fallback}${result.slice(at)}`
  }
  const quote = fallback.startsWith('"') ? 1 : 0
  const start = result.indexOf(fallback, first.index) + quote
  return { text: result, start, end: start + fallback.length - 2 * quote }
}
