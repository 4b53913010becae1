// Commands of the admin CLI, and their parsing.
import { parseArgs } from 'node:util'
import { QuotaKind } from '../../contract/quotas.ts'

export type Command =
  | { name: 'help' }
  | Operation
  | { name: 'premium set'; email: string; until: string | null }
  | { name: 'quota show'; email: string }
  | { name: 'quota set'; email: string; kind: QuotaKind; limit: number | null }
  | { name: 'domain allow'; email: string; domain: string; role: DomainRole }
  | { name: 'domain forbid'; email: string; domain: string }
  | { name: 'user list' }
  | { name: 'user disable' | 'user enable' | 'user reset-link' | 'user reset-second-factor'; email: string }

const domainRoles = ['member', 'viewer'] as const
type DomainRole = (typeof domainRoles)[number]

/** A command for the whole installation instead of one user. */
export type Operation =
  | { name: 'backup'; to: string | null }
  | { name: 'restore'; file: string; replaces: boolean; without_secret: boolean }
  | { name: 'release' }
  | { name: 'doctor'; is_json: boolean }
  | { name: 'rotate-secret' }
  | { name: 'export-org'; email: string; to: string | null }

export const usage = `npm run kabar -- <command>

  backup [--to <file or folder>]    back up everything into one file, while Kabar runs; by default into BACKUP_DIR
  restore <file> [--replace]        restore a backup into an empty data folder or database; Kabar must not run
          [--without-secret]          --replace: delete what is there; --without-secret: the phones must be linked again
                                      s3:latest or s3:<name> instead of a file: from BACKUP_S3
  release                           let a restored copy send and connect its phones
  doctor [--json]                   check disk, database, clock, mail, WhatsApp, address, secret and backups
  export-org <email> [--to <file>]  write all records of the user's organization into an archive
  rotate-secret                     encrypt everything with a new secret, and log everybody out; Kabar must not run
  premium set <email> <YYYY-MM-DD>  make the user's organization premium until this day, inclusive
  premium set <email> none          end premium
  quota show <email>                show the usage and quotas of the user's organization
  quota set <email> <what> <number> set a quota: records, storage (in MB), uploads or exports (per hour)
  quota set <email> <what> default  reset a quota to the installation's default
  domain allow <email> <domain> <role>  let everybody with an address of the domain, such as fund.example, join the
                                      user's organization by OIDC login; role: member or viewer
  domain forbid <email> <domain>    end that; who has joined stays
  user list                         list all users
  user disable <email>              log the user out and block the account
  user enable <email>               unblock the account
  user reset-link <email>           print a password reset link, valid once within 30 minutes
  user reset-second-factor <email>  turn off two-step login, for a user without app and recovery codes

Uses the database of DATABASE_URL, or else of DATA_DIR. Kabar may be running, except for restore and rotate-secret.`

/** The command, or a sentence with the error. */
export function parseCommand(words: string[]): Command | string {
  const [feature = '', verb = '', ...rest] = words
  if (['help', '--help', '-h'].includes(feature)) return { name: 'help' }
  if (Object.hasOwn(operations, feature)) return operationOf(feature as Operation['name'], words.slice(1))
  const name = `${feature} ${verb}`.trim()
  if (name === '') return 'No command given.'
  const wanted = wordsAfter.get(name)
  if (wanted === undefined) return `Unknown command "${name}".`
  if (rest.length !== wanted) return `"${name}" takes ${counted(wanted)}, not ${rest.length}.`
  const [email = '', day = '', limit = ''] = rest
  if (name === 'user list') return { name }
  if (
    name === 'user disable' ||
    name === 'user enable' ||
    name === 'user reset-link' ||
    name === 'user reset-second-factor'
  )
    return { name, email }
  if (name === 'quota show') return { name, email }
  if (name === 'quota set') return quotaOf(email, day, limit)
  if (name === 'domain allow') return domainOf(email, day, limit)
  if (name === 'domain forbid') return { name, email, domain: day.toLowerCase() }
  if (day !== 'none' && !isDay(day)) return `"${day}" is not a date. Use the form 2027-01-31, or none.`
  return { name: 'premium set', email, until: day === 'none' ? null : day }
}

/** Each operation: whether it takes a file, and which options. */
const operations = {
  backup: { file: false, options: { to: { type: 'string' } } },
  restore: { file: true, options: { replace: { type: 'boolean' }, 'without-secret': { type: 'boolean' } } },
  release: { file: false, options: {} },
  'rotate-secret': { file: false, options: {} },
  'export-org': { file: true, options: { to: { type: 'string' } } },
  doctor: { file: false, options: { json: { type: 'boolean' } } },
} as const satisfies Record<Operation['name'], Shape>
export const isOperation = (command: Command): command is Operation => Object.hasOwn(operations, command.name)

interface Shape {
  file: boolean
  options: Record<string, { type: 'string' | 'boolean' }>
}

function operationOf(name: Operation['name'], words: string[]): Operation | string {
  const { file: takesFile, options }: Shape = operations[name]
  let given: { values: Record<string, unknown>; positionals: string[] }
  try {
    given = parseArgs({ args: words, options, allowPositionals: true })
  } catch (error) {
    return `"${name}": ${(error as Error).message}`
  }
  const { values, positionals } = given
  if (positionals.length !== Number(takesFile))
    return `"${name}" takes ${takesFile ? '1 argument' : 'no arguments'}, not ${positionals.length}.`
  const [file = ''] = positionals
  switch (name) {
    case 'backup':
      return { name, to: typeof values.to === 'string' ? values.to : null }
    case 'restore':
      return { name, file, replaces: values.replace === true, without_secret: values['without-secret'] === true }
    case 'release':
      return { name }
    case 'rotate-secret':
      return { name }
    case 'export-org':
      return { name, email: file, to: typeof values.to === 'string' ? values.to : null }
    case 'doctor':
      return { name, is_json: values.json === true }
  }
}

const wordsAfter = new Map([
  ['domain allow', 3],
  ['domain forbid', 2],
  ['premium set', 2],
  ['quota show', 1],
  ['quota set', 3],
  ['user list', 0],
  ['user disable', 1],
  ['user enable', 1],
  ['user reset-link', 1],
  ['user reset-second-factor', 1],
])

function domainOf(email: string, domain: string, given: string): Command | string {
  const role = domainRoles.find((option) => option === given)
  if (!role) return `"${given}" is not a role. Use ${domainRoles.join(', ')}.`
  if (!/^([a-z0-9-]+\.)+[a-z]{2,}$/i.test(domain)) return `"${domain}" is not a domain. Use the form fund.example.`
  return { name: 'domain allow', email, domain: domain.toLowerCase(), role }
}

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
