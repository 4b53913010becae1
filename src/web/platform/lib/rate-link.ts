// Link from an amount with a missing or old exchange rate to the dialog that adds one.

/** `into` is the other currency of the pair; the base currency by default. */
export const rateLink = (currency: string, into?: string) =>
  `/master-data/currencies?rate=${currency}${into ? `&into=${into}` : ''}`
