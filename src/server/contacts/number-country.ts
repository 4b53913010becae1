// Which numbers are of a country, as patterns that the database can look for.
import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  Metadata,
  type NumberType,
} from 'libphonenumber-js/max'

/** A number in E.164 is of the country when it matches `is` and none of `before`: those of a country that is asked first. */
export interface NumberPatterns {
  is: string
  before: string[]
}

/** Undefined for a country that has no telephones. Most calling codes say the country by themselves. */
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

/** As libphonenumber asks them: the main country of the code first. */
function sharingOf(code: string): CountryCode[] {
  return (
    metadata.getCountryCodesForCallingCode(code) ??
    getCountries().filter((each) => getCountryCallingCode(each) === code)
  )
}

/** Where its first digits do not decide, all kinds of numbers that the country has. */
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

/** What its class has beyond its declaration. */
interface Plans {
  getCountryCodesForCallingCode(code: string): CountryCode[] | undefined
  selectNumberingPlan(country: CountryCode): void
  numberingPlan: { leadingDigits(): string | undefined; type(kind: NumberType): { pattern(): string } | undefined }
}
const metadata = new Metadata() as unknown as Plans
