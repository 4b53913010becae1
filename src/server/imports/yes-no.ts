// What a cell answers to a yes-or-no question, in English and Indonesian and as spreadsheets tick it.

const yes = /^(y|yes|ya|iya|true|1|x|✓|✔)$/i
const no = /^(n|no|tidak|tdk|bukan|false|0)$/i

/** Null where nothing is said; undefined for what is neither, which no guess may decide. */
export function readYesNo(text: string): boolean | null | undefined {
  const said = text.trim()
  if (/^[-–—]?$/.test(said)) return null
  if (yes.test(said)) return true
  return no.test(said) ? false : undefined
}

export const neitherYesNorNo = (text: string) => `“${text}” is neither yes nor no. Write yes or no, or leave it empty.`
export const doNotContactStays = '“Do not contact” stays: take it away in Kabar.'
export const optOutStays = 'This number opted out, and it stays so.'
