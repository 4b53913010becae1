// The way from an amount whose rate is missing or old to where one is added: the list of currencies opens the dialog for it.

/** `into`: the other side of the pair; the base when absent. */
export const rateLink = (currency: string, into?: string) =>
  `/master-data/currencies?rate=${currency}${into ? `&into=${into}` : ''}`
