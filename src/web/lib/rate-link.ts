// The way from an amount that has no rate to where one is added: the list of currencies opens the dialog for it.

export const rateLink = (currency: string) => `/master-data/currencies?rate=${currency}`
