// Bidi isolation of user text inside a translated sentence.
const overrides = /[\u202A-\u202E\u2066-\u2069]/g
const turning =
  /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}\u200F\u202A-\u202E\u2066-\u2069]/u

/** Isolates text that contains right-to-left characters, so that it does not reorder the words around it. */
export const bidiIsolate = (text: string) => (turning.test(text) ? `\u2068${text.replace(overrides, '')}\u2069` : text)
