// Parts of a text that match a search.

export interface HighlightPart {
  text: string
  isMarked: boolean
}

/** Ignores case and accents, as the server does. In numbers it compares digits, regardless of grouping. */
export function highlighted(text: string, q: string): HighlightPart[] {
  const characters = [...text]
  const isNumber = /^[\d\s().+\-/]+$/.test(q) && /\d{3}/.test(q.replace(/\D/g, ''))
  const wanted = isNumber ? numbersOf(q) : q.split(/\s+/).map(fold).filter(Boolean)
  // Each character as compared: none, one or several characters.
  const folded = characters.map((character) => (isNumber ? character.replace(/\D/g, '') : fold(character)))
  const owner = folded.flatMap((piece, nth) => [...piece].map(() => nth))
  const haystack = folded.join('')
  const marks = new Set<number>()
  for (const word of wanted) {
    for (let at = haystack.indexOf(word); at >= 0; at = haystack.indexOf(word, at + word.length))
      for (let nth = owner[at]!; nth <= owner[at + word.length - 1]!; nth++) marks.add(nth)
  }
  const parts: HighlightPart[] = []
  characters.forEach((character, nth) => {
    const isMarked = marks.has(nth)
    const last = parts.at(-1)
    if (last?.isMarked === isMarked) last.text += character
    else parts.push({ text: character, isMarked })
  })
  return parts
}

/** `0812` matches `+62 812` if numbers are local to that country: without its 0. */
function numbersOf(q: string): string[] {
  const digits = q.replace(/\D/g, '')
  return [digits, digits.replace(/^0+/, '')].filter((number) => number.length >= 3)
}

export const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
