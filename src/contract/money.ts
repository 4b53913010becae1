// Money on both sides of the API: a decimal text with a currency code. Never a JavaScript number.

import * as z from 'zod/mini'
import { issue } from './messages/issue.ts'
import { type Message, message } from './messages/message.ts'

/** Active ISO 4217 codes, without precious metals, bond units and test codes. */
export const currencyCodes: readonly string[] =
  `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW
CLF CLP CNY COP COU CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG
HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK
MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR
SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD USN UYI UYU UYW
UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG`.split(/\s+/)

const decimals: Readonly<Record<number, readonly string[]>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '),
  3: 'BHD IQD JOD KWD LYD OMR TND'.split(' '),
  4: 'CLF UYW'.split(' '),
}

/** Decimals by ISO 4217, 0 to 4; JavaScript's Intl has 0 for IDR, COP, HUF and others where ISO has 2. */
export function decimalsOf(currency: string): number {
  const found = Object.entries(decimals).find(([, codes]) => codes.includes(currency))
  return found ? Number(found[0]) : 2
}

export const Currency = z
  .string()
  .check(z.refine<string>((code) => currencyCodes.includes(code), { error: issue('field.not_currency') }))

/** At least 0: up to 18 digits before the decimal point and 4 after it; no sign, separators or exponent. */
export const Amount = z
  .string()
  .check(z.trim(), z.regex(/^\d{1,18}(\.\d{1,4})?$/, { error: issue('field.not_amount') }))

/** A total: rounded once, half to even, with all decimals of its currency. */
export const Money = z.object({ amount: z.string(), currency: z.string() })
export type Money = z.output<typeof Money>

/**
 * Message for an amount with too many decimals; undefined if it fits. Trailing zeros do not count: `5.0000`
 * is valid JPY.
 */
export function precisionFault(amount: string, currency: string): Message | undefined {
  const given = /\.(\d*?)0*$/.exec(amount)?.[1]?.length ?? 0
  const allowed = decimalsOf(currency)
  if (given <= allowed) return undefined
  return allowed === 0
    ? message('field.has_decimals', { currency })
    : message('field.too_many_decimals', { allowed, currency })
}
