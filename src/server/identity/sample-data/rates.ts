// Exchange rates of the sample data: close to real ones, one a month. Pure.

/** Approximate units of a currency per US dollar. */
const perDollar: Readonly<Record<string, number>> = {
  USD: 1,
  IDR: 16_400,
  SGD: 1.34,
  EUR: 0.92,
  AED: 3.6725,
  GBP: 0.79,
  INR: 84.2,
  BRL: 5.6,
  SAR: 3.75,
  MYR: 4.4,
  AUD: 1.52,
  NZD: 1.67,
  JPY: 151,
  CNY: 7.2,
  HKD: 7.79,
  PHP: 57.5,
  THB: 35,
  VND: 25_300,
  PKR: 278,
  BDT: 119,
  LKR: 296,
  NGN: 1_580,
  KES: 129,
  GHS: 15.4,
  ZAR: 18.2,
  EGP: 49,
  TZS: 2_650,
  UGX: 3_680,
  MXN: 19.4,
  COP: 4_250,
  CLP: 945,
  PEN: 3.75,
  ARS: 1_010,
  QAR: 3.64,
  KWD: 0.307,
  BHD: 0.376,
  OMR: 0.385,
  TRY: 34,
  CHF: 0.88,
  CAD: 1.38,
  SEK: 10.6,
  NOK: 10.9,
  DKK: 6.87,
  PLN: 3.98,
}

export const currencies = ['USD', 'IDR', 'SGD', 'EUR', 'AED'] as const

export interface SampleRate {
  from_currency: string
  to_currency: string
  /** Days ago. */
  ago: number
  rate: string
}

/**
 * Each of the five against the base currency, in the direction with a number above 1. None for a rare base currency.
 */
export function ratesTo(base: string): SampleRate[] {
  const home = perDollar[base]
  if (home === undefined) return []
  return currencies
    .filter((code) => code !== base)
    .flatMap((code, place) => {
      const other = perDollar[code]!
      const [from_currency, to_currency] = home >= other ? [code, base] : [base, code]
      const rate = home >= other ? home / other : other / home
      return Array.from({ length: 14 }, (_, month) => {
        // Varies by a percent or two, the same each time. The dirham is pegged to the dollar.
        const isTied = ['AED', 'USD'].includes(code) && ['AED', 'USD', 'SAR', 'QAR', 'OMR', 'BHD'].includes(base)
        const drift = isTied ? 1 : 1 + Math.sin((13 - month) * 0.9 + place) * 0.012 - month * 0.0015
        return { from_currency, to_currency, ago: 1 + month * 30, rate: (rate * drift).toFixed(rate > 100 ? 2 : 6) }
      })
    })
}
