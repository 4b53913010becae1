// Finds names of master data that a query reads as stored, although a reader must see them in their language.
const tables = '(?:investor_types|investment_statuses|investment_stages)'
const keywords = new Set(['where', 'on', 'set', 'order', 'join', 'left', 'group', 'for', 'limit', 'union', 'using'])

/** The places in the text of a file with SQL, as `s.name`: `s` is one of the tables, and `shownName(tenant, 's')` is meant. */
export function rawNames(text: string): string[] {
  const rows = [...text.matchAll(new RegExp(`\\b(?:from|join)\\s+${tables}\\s+(?:as\\s+)?([a-z]\\w*)`, 'g'))]
    .map(([, row]) => row!)
    .filter((row) => !keywords.has(row))
  return [...new Set(rows)]
    .filter((row) => new RegExp(`(?<![\\w.'])${row}\\.name\\b`).test(text))
    .map((row) => `${row}.name`)
}
