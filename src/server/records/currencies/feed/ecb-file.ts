// Parses the European Central Bank's rate files: `<Cube time='2026-11-20'><Cube currency='USD'
// rate='1.0863'/>…`.
import { Day } from '../../../../contract/common.ts'
import type { FeedRate } from './queries.ts'

export class UnreadableFile extends Error {}

/**
 * Without an XML library: the files consist of two kinds of empty elements, and anything else is rejected.
 * Files with a declaration or an entity are rejected too, so nothing is ever expanded or resolved. A rate
 * with too many digits is skipped alone: the other currencies need theirs.
 */
export function readEcbFile(xml: string, leaveOut: (what: string) => void = () => {}): FeedRate[] {
  const text = xml.replace(/^\ufeff?\s*<\?xml[^<>]*\?>/, '').replace(/<!--(?:[^-]|-[^-])*-->/g, '')
  if (/<[!?]|&/.test(text)) throw new UnreadableFile('declarations and entities are not read')
  // A truncated file lacks the closing tag.
  if (!/<\/gesmes:Envelope>\s*$/.test(text)) throw new UnreadableFile('it is incomplete')
  const rates: FeedRate[] = []
  let day: string | undefined
  for (const [, inside] of text.matchAll(/<Cube\b([^<>]*)>/g)) {
    const { time, currency, rate } = attributesOf(inside!)
    if (time !== undefined) day = Day.safeParse(time).success ? time : fail(`day ${time}`)
    if (currency === undefined && rate === undefined) continue
    if (!day || !/^[A-Z]{3}$/.test(currency ?? '') || !/^\d+(\.\d+)?$/.test(rate ?? '') || !/[1-9]/.test(rate!)) {
      fail(`rate ${currency} ${rate}`)
    }
    if (!/^\d{1,9}(\.\d{1,12})?$/.test(rate!)) {
      leaveOut(`${day} ${currency} ${rate}`.slice(0, 100))
      continue
    }
    rates.push({ day: day!, currency: currency!, rate: rate! })
  }
  if (rates.length === 0) throw new UnreadableFile('it has no rates')
  return rates
}

function attributesOf(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/([\w:]+)\s*=\s*(["'])([^"']*)\2/g)].map(([, name, , value]) => [name, value]),
  )
}

function fail(what: string): never {
  throw new UnreadableFile(`${what} is malformed`.slice(0, 100))
}
