// Reads yes-or-no cells in English and Indonesian, and the check marks of spreadsheets.

import { message } from '../../../contract/messages/message.ts'

const yes = /^(y|yes|ya|iya|true|1|x|✓|✔)$/i
const no = /^(n|no|tidak|tdk|bukan|false|0)$/i

/** Null for an empty cell; undefined for anything unclear, which is never guessed. */
export function readYesNo(text: string): boolean | null | undefined {
  const said = text.trim()
  if (/^[-–—]?$/.test(said)) return null
  if (yes.test(said)) return true
  return no.test(said) ? false : undefined
}

export const neitherYesNorNo = (text: string) => message('row.not_yes_or_no', { text })
export const doNotContactStays = message('row.do_not_contact_stays')
export const optOutStays = message('row.opt_out_stays')
