// What somebody may mean by what they typed into the search.

export interface Terms {
  /** Without space at the ends and twice in a row. */
  whole: string
  /** Every one must be somewhere in the record. None when all are too short to be found inside of a text. */
  words: string[]
  /** As which amounts it can be read, as decimal texts; `1.500` is 1500 and 1.5. */
  amounts: string[]
}

/** More would be a sentence: what comes after has to be found as it stands. */
const maxWords = 6

export function termsOf(typed: string): Terms {
  const whole = typed.trim().replace(/\s+/g, ' ')
  const parts = whole.split(' ')
  const words = [...parts.slice(0, maxWords - 1), parts.slice(maxWords - 1).join(' ')].filter((word) => word !== '')
  return { whole, words: words.every(isShort) ? [] : words, amounts: amountsOf(whole) }
}

/** An index of trigrams knows nothing of one or two characters inside of a text. */
export const isShort = (word: string) => [...word].length < 3

/** With either sign for decimals and any for groups of three. */
function amountsOf(text: string): string[] {
  if (!/^\d[\d., ']*$/.test(text)) return []
  const readings = [
    /^\d+$/.test(text) && text,
    /^\d{1,3}([., '])\d{3}(\1\d{3})*$/.test(text) && text.replace(/\D/g, ''),
    /^\d{1,3}([., '])\d{3}(\1\d{3})*(?!\1)[.,]\d{1,4}$/.test(text) && decimal(text),
    /^\d+[.,]\d{1,4}$/.test(text) && decimal(text),
  ]
  const found = readings.filter((reading): reading is string => typeof reading === 'string')
  // As many digits as a column holds.
  return [...new Set(found.filter((amount) => amount.split('.')[0]!.length <= 20))]
}

/** The last sign is that of the decimals. */
function decimal(text: string): string {
  const at = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
  return `${text.slice(0, at).replace(/\D/g, '')}.${text.slice(at + 1)}`
}
