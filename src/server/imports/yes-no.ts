// Reads yes-or-no cells in English and Indonesian, and the check marks of spreadsheets.

const yes = /^(y|yes|ya|iya|true|1|x|✓|✔)$/i
const no = /^(n|no|tidak|tdk|bukan|false|0)$/i

/** Null for an empty cell; undefined for anything unclear, which is never guessed. */
export function readYesNo(text: string): boolean | null | undefined {
  const said = text.trim()
  if (/^[-–—]?$/.test(said)) return null
  if (yes.test(said)) return true
  return no.test(said) ? false : undefined
}

export const neitherYesNorNo = (text: string) => `“${text}” is neither yes nor no. Write yes or no, or leave it empty.`
export const doNotContactStays = '“Do not contact” is unchanged: remove it in Kabar.'
export const optOutStays = 'This number has opted out, which does not change.'
