// A text that somebody typed, in the middle of a sentence of ours.
const overrides = /[\u202A-\u202E\u2066-\u2069]/g
const turning =
  /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}\u200F\u202A-\u202E\u2066-\u2069]/u

/** A name from right to left leaves the order of the words around it alone. Any other stays as it is. */
export const bidiIsolate = (text: string) => (turning.test(text) ? `\u2068${text.replace(overrides, '')}\u2069` : text)
