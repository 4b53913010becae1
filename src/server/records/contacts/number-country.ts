// The phone numbers of a country as patterns for SQL.
import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  Metadata,
  type NumberType,
} from 'libphonenumber-js/max'

/**
 * An E.164 number is of the country if it matches `is` and none of `before`: the countries that take
 * precedence.
 */
export interface NumberPatterns {
  is: string
  before: string[]
}

/**
 * Returns undefined for a country without telephone numbers. Most calling codes identify the country by
 * themselves.
 */
export function numberPatterns(country: string): NumberPatterns | undefined {
  if (!isSupportedCountry(country)) return undefined
  const code = getCountryCallingCode(country)
  const sharing = sharingOf(code)
  if (sharing.length === 1) return { is: `^\\+${code}`, before: [] }
  return {
    is: patternOf(country, code),
    before: sharing.slice(0, sharing.indexOf(country)).map((other) => patternOf(other, code)),
  }
}

/** In libphonenumber's order: the main country of the calling code first. */
function sharingOf(code: string): CountryCode[] {
  return (
    metadata.getCountryCodesForCallingCode(code) ??
    getCountries().filter((each) => getCountryCallingCode(each) === code)
  )
}

/** All number ranges of the country, if the leading digits alone do not identify it. */
function patternOf(country: CountryCode, code: string): string {
  metadata.selectNumberingPlan(country)
  const plan = metadata.numberingPlan
  const first = plan.leadingDigits()
  if (first) return `^\\+${code}(?:${first})`
  const patterns = kinds.flatMap((kind) => plan.type(kind)?.pattern() || [])
  return `^\\+${code}(?:${patterns.map((pattern) => `(?:${pattern})`).join('|')})$`
}

const kinds: NumberType[] = [
  'FIXED_LINE',
  'MOBILE',
  'PREMIUM_RATE',
  'TOLL_FREE',
  'SHARED_COST',
  'VOIP',
  'PERSONAL_NUMBER',
  'PAGER',
  'UAN',
  'VOICEMAIL',
]

/** Fields of the metadata class that its type declaration lacks. */
interface Plans {
  getCountryCodesForCallingCode(code: string): CountryCode[] | undefined
  selectNumberingPlan(country: CountryCode): void
  numberingPlan: { leadingDigits(): string | undefined; type(kind: NumberType): { pattern(): string } | undefined }
}
const metadata = new Metadata() as unknown as Plans
