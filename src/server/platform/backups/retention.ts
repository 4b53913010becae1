// Which nightly backups are kept: the newest of each of the last days, weeks and months. Other files in the folder are not touched.

export interface Keep {
  days: number
  weeks: number
  months: number
}

interface DatedFile {
  name: string
  /** The time in the file's name. */
  at: Date
}

const dated = /^kabar-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z-([a-z-]+)\.tar\.gz(\.age)?$/

/** The backups of this kind, by their file names, newest first. */
export function filesOfKind(names: readonly string[], kind: string): DatedFile[] {
  return names
    .flatMap((name) => {
      const [, day, hours, minutes, seconds, of] = dated.exec(name) ?? []
      return of === kind ? [{ name, at: new Date(`${day}T${hours}:${minutes}:${seconds}Z`) }] : []
    })
    .sort((a, b) => b.at.getTime() - a.at.getTime())
}

/**
 * The names to delete. Counts only days, weeks and months with a backup, so that after a pause old backups stay until there are new
 * ones. Uses the local calendar, as the time of the backup does.
 */
export function expired(newestFirst: readonly DatedFile[], { days, weeks, months }: Keep): string[] {
  const rules: [number, (at: Date) => string][] = [
    [days, dayOf],
    [weeks, (at) => dayOf(mondayOf(at))],
    [months, (at) => dayOf(at).slice(0, 7)],
  ]
  // The newest one always stays.
  const kept = new Set(newestFirst.slice(0, 1))
  for (const [most, periodOf] of rules) {
    const seen = new Set<string>()
    for (const file of newestFirst) {
      const period = periodOf(file.at)
      if (seen.has(period) || seen.size >= most) continue
      seen.add(period)
      kept.add(file)
    }
  }
  return newestFirst.filter((file) => !kept.has(file)).map(({ name }) => name)
}

function dayOf(at: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

function mondayOf(at: Date): Date {
  return new Date(at.getFullYear(), at.getMonth(), at.getDate() - ((at.getDay() + 6) % 7))
}

/** The latest moment, up to `now`, with this time of day. */
export function lastTime({ hour, minute }: { hour: number; minute: number }, now: Date): Date {
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate(), hour, minute)
  return today <= now ? today : new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1, hour, minute)
}
