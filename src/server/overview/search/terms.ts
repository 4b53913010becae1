// Interprets the text of a global search.

export interface Terms {
  /** Without spaces at the ends and repeated spaces. */
  whole: string
  /** Each must occur in the record. Empty if all are too short to be found inside a text. */
  words: string[]
  /** Possible amounts, as decimal texts: `1.500` may be 1500 or 1.5. */
  amounts: string[]
}

/** The rest of a longer text must match as one phrase. */
const maxWords = 6

export function termsOf(typed: string): Terms {
  const whole = typed.trim().replace(/\s+/g, ' ')
  const parts = whole.split(' ')
  const words = [...parts.slice(0, maxWords - 1), parts.slice(maxWords - 1).join(' ')].filter((word) => word !== '')
  return { whole, words: words.every(isShort) ? [] : words, amounts: amountsOf(whole) }
}

/** The trigram index cannot find one or two characters inside a text. */
export const isShort = (word: string) => [...word].length < 3

/** Accepts either decimal separator and any separator of thousands. */
function amountsOf(text: string): string[] {
  if (!/^\d[\d., ']*$/.test(text)) return []
  const readings = [
    /^\d+$/.test(text) && text,
    /^\d{1,3}([., '])\d{3}(\1\d{3})*$/.test(text) && text.replace(/\D/g, ''),
    /^\d{1,3}([., '])\d{3}(\1\d{3})*(?!\1)[.,]\d{1,4}$/.test(text) && decimal(text),
    /^\d+[.,]\d{1,4}$/.test(text) && decimal(text),
  ]
  const found = readings.filter((reading): reading is string => typeof reading === 'string')
  // At most as many digits as the column has.
  return [...new Set(found.filter((amount) => amount.split('.')[0]!.length <= 20))]
}

/** The last separator is the decimal one. */
function decimal(text: string): string {
  const at = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
  return `${text.slice(0, at).replace(/\D/g, '')}.${text.slice(at + 1)}`
}
