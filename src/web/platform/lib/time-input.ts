// Parses a time of day as people type it: 9, 9:30, 09.30, 0930, 9 pm.

/** `21:30`; undefined if the input is not a time of day. */
export function readTime(typed: string): string | undefined {
  const match = /^(\d{1,2})(?:\s*[:.,h]\s*(\d{2})|(\d{2}))?\s*(?:([ap])\.?\s?m\.?)?$/i.exec(typed.trim())
  if (!match) return undefined
  const [, first = '', separated, joined, half] = match
  const hour = Number(first)
  const minute = Number(separated ?? joined ?? 0)
  if (minute > 59 || (half ? hour < 1 || hour > 12 : hour > 23)) return undefined
  const afternoon = half?.toLowerCase() === 'p' ? 12 : 0
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(half ? (hour % 12) + afternoon : hour)}:${two(minute)}`
}
