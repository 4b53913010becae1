// One-line summary and heading of each endpoint. The usual five of a resource are derived from its name.

/** First path segment after the version: heading, singular, plural. */
const resources: Record<string, readonly [heading: string, one: string, several: string]> = {
  contacts: ['Contacts', 'contact', 'contacts'],
  investors: ['Investors', 'investor', 'investors'],
  investments: ['Investments', 'investment', 'investments'],
  offerings: ['Offerings', 'offering', 'offerings'],
  'investor-types': ['Master data', 'investor type', 'investor types'],
  'investment-statuses': ['Master data', 'investment status', 'investment statuses'],
  'investment-stages': ['Master data', 'investment stage', 'investment stages'],
  currencies: ['Currencies', 'currency', 'currencies'],
  'exchange-rates': ['Currencies', 'exchange rate', 'exchange rates'],
  tags: ['Tags and notes', 'tag', 'tags'],
  notes: ['Tags and notes', 'note', 'notes'],
  imports: ['Imports', 'import', 'imports'],
  downloads: ['Downloads', 'download', 'downloads'],
  media: ['Templates', 'file for messages', 'files for messages'],
  templates: ['Templates', 'template', 'templates'],
  'broadcast-groups': ['Broadcast groups', 'broadcast group', 'broadcast groups'],
  broadcasts: ['Broadcasts', 'broadcast', 'broadcasts'],
  replies: ['Replies', 'reply', 'replies'],
  whatsapp: ['WhatsApp', 'session', 'sessions'],
  search: ['Search', 'record', 'records'],
  activity: ['Activity', 'event', 'events'],
  'sample-data': ['Home and dashboard', 'sample data', 'sample data'],
  home: ['Home and dashboard', 'home', 'home'],
  dashboard: ['Home and dashboard', 'dashboard', 'dashboard'],
  organization: ['Organization', 'organization', 'organization'],
  team: ['Organization', 'team', 'team'],
  user: ['Account', 'user', 'users'],
  mail: ['Account', 'mail', 'mails'],
  auth: ['Signing in', 'sign-in', 'sign-ins'],
  health: ['Health', 'health', 'health'],
}

export interface Summary {
  heading: string
  summary: string
}

/** Returns undefined for an endpoint without a summary, which a test reports. */
export function summaryOf(method: string, url: string): Summary | undefined {
  const path = url.replace(/^\/api(\/v1)?/, '')
  const [, resource = '', ...rest] = path.split('/')
  const known = resources[resource]
  if (!known) return undefined
  const [heading, one, several] = known
  const summary = summaries[`${method} ${path}`] ?? usual(method, rest, { one, several })
  return summary === undefined ? undefined : { heading, summary }
}

function usual(method: string, rest: string[], { one, several }: { one: string; several: string }) {
  const a = `${/^[aeiou]/.test(one) ? 'an' : 'a'} ${one}`
  const [id, verb, ...more] = rest
  const isOne = id?.startsWith(':') && more.length === 0
  if (id === undefined) return { GET: `List ${several}`, POST: `Add ${a}` }[method]
  if (isOne && verb === undefined) return { GET: `Get ${a}`, PATCH: `Change ${a}`, DELETE: `Remove ${a}` }[method]
  if (isOne && verb === 'restore' && method === 'POST') return `Bring back ${a} that was removed`
  if (isOne && verb === 'move' && method === 'POST')
    return `Move all records from one ${one} to another, and remove it if asked`
  if (id === 'order' && method === 'PUT') return `Put ${several} in another order`
  if (id === 'totals' && method === 'GET')
    return `Add up the ${several} of a list, by currency and in the base currency`
  return undefined
}

const summaries: Record<string, string> = {
  'GET /health/live': 'Whether the process lives',
  'GET /health/ready': 'Whether it can serve: the database answers',
  'POST /auth/v1/register': 'Register, with an organization of one’s own or by an invitation',
  'GET /auth/v1/registration': 'Who may register here',
  'POST /auth/v1/login': 'Sign in',
  'POST /auth/v1/refresh': 'Get new tokens for a refresh token',
  'POST /auth/v1/logout': 'Sign out',
  'POST /auth/v1/forgot-password': 'Ask for a link to a new password by mail',
  'POST /auth/v1/reset-password': 'Set a new password with the link’s token',
  'POST /auth/v1/invitation': 'What an invitation says',
  'GET /user/profile': 'Get one’s own profile',
  'PUT /user/profile': 'Change one’s own profile',
  'PUT /user/password': 'Change one’s password; other sessions end',
  'POST /user/email-change/confirm': 'Confirm a new address with the mail’s token',
  'POST /user/email-change/resend': 'Send the link to the new address once more',
  'DELETE /user/email-change': 'Keep the old address after all',
  'GET /user/device-token': 'What this device sends with a later login, so that it keeps a limit of tries of its own',
  'GET /user/sessions': 'Where one is signed in',
  'DELETE /user/sessions/:id': 'Sign out one of them',
  'POST /user/sessions/end-others': 'Sign out everywhere else',
  'GET /user/deletion': 'What deleting one’s account would take along',
  'POST /user/deletion': 'Delete one’s account, and with its last member the organization',
  'GET /mail/delivery': 'How mails leave this installation',
  'GET /organization': 'Get the organization',
  'GET /organization/usage': 'What the organization uses, and may use',
  'PATCH /organization': 'Change the organization',
  'GET /organization/periods': 'Get until when the books are closed, and who closed and reopened them',
  'POST /organization/periods/close': 'Close the books until a day',
  'POST /organization/periods/reopen': 'Reopen the books',
  'GET /team': 'List members and open invitations',
  'POST /team/invitations': 'Invite people by mail',
  'POST /team/invitations/:id/resend': 'Send an invitation once more',
  'DELETE /team/invitations/:id': 'Withdraw an invitation',
  'POST /team/members/:id/remove': 'Remove a member',
  'POST /team/members/:id/restore': 'Bring back a member that was removed',
  'POST /team/join': 'Join the organization that invites, and leave one’s own',
  'GET /contacts/read-phone': 'How a typed number is read, and who has it already',
  'PUT /investors/:id/contacts/:contact_id': 'Let a contact speak for an investor, or change its role',
  'DELETE /investors/:id/contacts/:contact_id': 'A contact speaks for an investor no more',
  'GET /investors/:id/statement': 'Get an investor’s statement: every payment and where each investment stands',
  'GET /investments/:id/status-changes': 'List the statuses that an investment has had',
  'GET /investments/:id/transactions': 'List the transactions of an investment',
  'POST /investments/:id/transactions': 'Add a transaction to an investment',
  'PATCH /investments/:id/transactions/:transaction_id': 'Change a transaction',
  'DELETE /investments/:id/transactions/:transaction_id': 'Remove a transaction',
  'POST /investments/:id/transactions/:transaction_id/restore': 'Bring back a transaction that was removed',
  'POST /currencies': 'Enable a currency',
  'DELETE /currencies/:code': 'Disable a currency that nothing is in',
  'GET /exchange-rates/convert': 'Convert an amount as of a day, and say by which rates',
  'GET /exchange-rates/missing': 'List the currencies in use that have no rate',
  'GET /exchange-rates/feed': 'What the feed of daily rates last brought',
  'POST /exchange-rates/import/preview': 'Read rates from a CSV without keeping them',
  'POST /exchange-rates/import': 'Keep the rates of a CSV',
  'GET /dashboard': 'Get the figures of the dashboard, exact and as of a day',
  'GET /dashboard/broadcasts': 'Get how broadcasts went: sent, delivered, read, replied',
  'GET /home': 'Get what to do now',
  'PUT /home/marks/:kind/:key': 'Mark something on Home as done, or put it off',
  'DELETE /home/marks/:kind/:key': 'Take such a mark back',
  'GET /activity': 'List what happened with a contact, investor or investment',
  'GET /sample-data': 'Whether the sample data is in',
  'POST /sample-data': 'Put the sample data in',
  'GET /sample-data/removal': 'What removing the sample data would take along',
  'DELETE /sample-data': 'Take the sample data out',
  'GET /search': 'Search everywhere: records of all kinds by part of a name, code, number, address or amount',
  'POST /imports': 'Upload a file to import (multipart, one part `file`)',
  'POST /imports/everything': 'Import an archive of everything into an empty organization (multipart, one part `file`)',
  'POST /imports/paste': 'Begin an import from pasted cells',
  'PATCH /imports/:id': 'Say which column is what, and how numbers and dates are written',
  'GET /imports/:id/rows': 'List what will become of each row',
  'PATCH /imports/:id/rows/:line': 'Mend a row, or say whether it is the same as another',
  'POST /imports/:id/start': 'Start an import',
  'POST /imports/:id/cancel': 'Cancel a running import',
  'POST /imports/:id/revert': 'Revert an import',
  'POST /downloads': 'Ask for a file: a list, an import’s errors, or everything',
  'GET /downloads/files/:token': 'Fetch the file, once, within 60 seconds',
  'POST /media': 'Upload an image, PDF or video for messages (multipart, one part `file`)',
  'GET /media/:id/file': 'Get the file itself',
  'POST /templates/preview': 'Show what a text becomes for a contact',
  'POST /templates/check': 'Check a text and say which variables it uses',
  'GET /broadcast-groups/:id/count': 'Count whom a broadcast group reaches now',
  'POST /broadcast-groups/count': 'Count whom an audience would reach',
  'POST /broadcast-groups/find-contacts': 'Find contacts by pasted names and numbers',
  'GET /broadcasts/:id/audience': 'Get whom a broadcast names',
  'GET /broadcasts/:id/recipients': 'List the recipients and what became of each',
  'GET /broadcasts/:id/reasons': 'Count the recipients by state and reason',
  'POST /broadcasts/:id/preflight': 'Say who would get it, who would not and why, before anything is sent',
  'GET /broadcasts/:id/written': 'List the text that each recipient would get',
  'GET /broadcasts/:id/estimate': 'Estimate when it ends under the session’s limits',
  'POST /broadcasts/:id/test': 'Send it to oneself as a test',
  'GET /broadcasts/:id/tests': 'List the tests of a broadcast',
  'POST /broadcasts/:id/duplicate': 'Make a new draft like it',
  'POST /broadcasts/:id/retry': 'Make a new broadcast for those who did not get, read or answer it',
  'POST /broadcasts/:id/schedule': 'Schedule it',
  'POST /broadcasts/:id/unschedule': 'Make a scheduled one a draft again',
  'POST /broadcasts/:id/send': 'Start sending; pressed twice it is one press',
  'POST /broadcasts/:id/pause': 'Pause it',
  'POST /broadcasts/:id/resume': 'Go on with it',
  'POST /broadcasts/:id/cancel': 'Cancel what has not been sent',
  'GET /broadcasts/:id/export': 'Ask for a file of the recipients',
  'GET /replies/unanswered': 'Count the people who wait for an answer',
  'GET /replies/conversations/:id': 'Get what was said with a contact',
  'POST /replies/:id/answer': 'Answer a reply',
  'POST /replies/:id/handle': 'Mark a reply as seen to',
  'POST /replies/:id/unhandle': 'Take that back',
  'POST /replies/answers/:id/take-back': 'Take back an answer that has not left yet',
  'GET /whatsapp/status': 'Whether messages can leave',
  'GET /whatsapp/sessions': 'List sessions',
  'GET /whatsapp/sessions/:id': 'Get a session',
  'POST /whatsapp/sessions': 'Add a session',
  'PATCH /whatsapp/sessions/:id': 'Change a session, its driver or its pace',
  'DELETE /whatsapp/sessions/:id': 'Remove a session',
  'POST /whatsapp/sessions/:id/start': 'Start a session',
  'POST /whatsapp/sessions/:id/stop': 'Stop a session; its credentials stay',
  'POST /whatsapp/sessions/:id/restart': 'Stop and start a session',
  'POST /whatsapp/sessions/:id/logout': 'Unlink the phone and forget its credentials',
  'GET /whatsapp/sessions/:id/qr': 'Get the QR code to scan, if there is one now',
  'POST /whatsapp/sessions/:id/pairing-code': 'Ask for a code to type on the phone instead of the QR',
  'POST /whatsapp/sessions/:id/simulate': 'Let something happen to a simulated phone',
  'GET /whatsapp/sessions/:id/groups': 'List the groups of a session’s phone',
  'POST /whatsapp/sessions/:id/groups/refresh': 'Ask the phone for its groups now',
  'POST /whatsapp/import-groups': 'Import groups',
  'GET /whatsapp/imported-groups': 'List imported groups',
  'GET /whatsapp/imported-groups/:id': 'Get an imported group',
  'GET /whatsapp/imported-groups/:id/members': 'List its members, and which of them are contacts',
  'GET /whatsapp/imported-groups/:id/missing-investors': 'List the investors who are not in it',
  'DELETE /whatsapp/imported-groups/:id': 'Take a group off the list',
  'POST /whatsapp/imported-groups/:id/restore': 'Bring it back',
}

/** A test reports summaries without an endpoint. */
export const summarized = Object.keys(summaries)
