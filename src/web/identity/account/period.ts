// Dates for closing periods.

export function dayBefore(day: string): string {
  return new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)
}

/** The last day of the previous month. */
export const monthEndBefore = (day: string) => dayBefore(`${day.slice(0, 7)}-01`)
