// Commands of the admin CLI, and their parsing.
import { QuotaKind } from '../../contract/quotas.ts'

export type Command =
  | { name: 'help' }
  | { name: 'premium set'; email: string; until: string | null }
  | { name: 'quota show'; email: string }
  | { name: 'quota set'; email: string; kind: QuotaKind; limit: number | null }
  | { name: 'user list' }
  | { name: 'user disable' | 'user enable' | 'user reset-link'; email: string }

export const usage = `npm run kabar -- <command>

  premium set <email> <YYYY-MM-DD>  make the user's organization premium until this day, inclusive
  premium set <email> none          end premium
  quota show <email>                show the usage and quotas of the user's organization
  quota set <email> <what> <number> set a quota: records, storage (in MB), uploads or exports (per hour)
  quota set <email> <what> default  reset a quota to the installation's default
  user list                         list all users
  user disable <email>              log the user out and block the account
  user enable <email>               unblock the account
  user reset-link <email>           print a password reset link, valid once within 30 minutes

Uses the database of DATABASE_URL, or else of DATA_DIR, whether Kabar is running or not.`

/** The command, or a sentence with the error. */
export function parseCommand(words: string[]): Command | string {
  const [feature = '', verb = '', ...rest] = words
  if (['help', '--help', '-h'].includes(feature)) return { name: 'help' }
  const name = `${feature} ${verb}`.trim()
  if (name === '') return 'No command given.'
  const wanted = wordsAfter.get(name)
  if (wanted === undefined) return `Unknown command "${name}".`
  if (rest.length !== wanted) return `"${name}" takes ${counted(wanted)}, not ${rest.length}.`
  const [email = '', day = '', limit = ''] = rest
  if (name === 'user list') return { name }
  if (name === 'user disable' || name === 'user enable' || name === 'user reset-link') return { name, email }
  if (name === 'quota show') return { name, email }
  if (name === 'quota set') return quotaOf(email, day, limit)
  if (day !== 'none' && !isDay(day)) return `"${day}" is not a date. Use the form 2027-01-31, or none.`
  return { name: 'premium set', email, until: day === 'none' ? null : day }
}

const wordsAfter = new Map([
  ['premium set', 2],
  ['quota show', 1],
  ['quota set', 3],
  ['user list', 0],
  ['user disable', 1],
  ['user enable', 1],
  ['user reset-link', 1],
])

function quotaOf(email: string, what: string, limit: string): Command | string {
  const kind = QuotaKind.options.find((option) => option === what)
  if (!kind) return `"${what}" is not a quota. Use ${QuotaKind.options.join(', ')}.`
  if (limit !== 'default' && !/^\d{1,12}$/.test(limit))
    return `"${limit}" is not a whole number. Use a whole number, or default.`
  const times = kind === 'storage' ? 1024 ** 2 : 1
  return { name: 'quota set', email, kind, limit: limit === 'default' ? null : Number(limit) * times }
}

const counted = (count: number) => (count === 0 ? 'no arguments' : count === 1 ? '1 argument' : `${count} arguments`)

function isDay(text: string) {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}
