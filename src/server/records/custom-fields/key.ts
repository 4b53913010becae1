// The key of a custom field or choice, derived from its name.

/** `Risk level` becomes `risk_level`, or `risk_level_2` if that is taken. */
export function keyOf(name: string, taken: readonly string[], otherwise: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[0-9_]+/, '')
    .slice(0, 30)
    .replace(/_+$/, '')
  const key = plain || otherwise
  for (let nth = 1; ; nth += 1) {
    const numbered = nth === 1 ? key : `${key}_${nth}`
    if (!taken.includes(numbered)) return numbered
  }
}
