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
  conversations: ['Replies', 'conversation', 'conversations'],
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
  auth: ['Logging in', 'login', 'logins'],
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
  const names = resources[resource]
  if (!names) return undefined
  const [heading, one, several] = names
  const summary = summaries[`${method} ${path}`] ?? usual(method, rest, { one, several })
  return summary === undefined ? undefined : { heading, summary }
}

function usual(method: string, rest: string[], { one, several }: { one: string; several: string }) {
  const a = `${/^[aeiou]/.test(one) ? 'an' : 'a'} ${one}`
  const [id, verb, ...more] = rest
  const isOne = id?.startsWith(':') && more.length === 0
  if (id === undefined) return { GET: `List ${several}`, POST: `Add ${a}` }[method]
  if (isOne && verb === undefined) return { GET: `Get ${a}`, PATCH: `Change ${a}`, DELETE: `Remove ${a}` }[method]
  if (isOne && verb === 'restore' && method === 'POST') return `Restore a removed ${one}`
  if (isOne && verb === 'move' && method === 'POST')
    return `Move all records from one ${one} to another, and optionally remove it`
  if (id === 'order' && method === 'PUT') return `Reorder ${several}`
  if (id === 'totals' && method === 'GET') return `Get the totals of ${several}, by currency and in the base currency`
  return undefined
}

const summaries: Record<string, string> = {
  'GET /health/live': 'Check that the process is alive',
  'GET /health/ready': 'Check that the process is ready: the database responds',
  'POST /auth/v1/register': 'Register with a new organization or by invitation',
  'GET /auth/v1/registration': 'Get who may register here',
  'POST /auth/v1/login': 'Log in with email and password',
  'POST /auth/v1/refresh': 'Get new tokens for a refresh token',
  'POST /auth/v1/logout': 'Log out and end the session',
  'POST /auth/v1/forgot-password': 'Request a password reset link by email',
  'POST /auth/v1/reset-password': 'Set a new password with the token of the reset link',
  'POST /auth/v1/invitation': 'Get an invitation',
  'GET /user/profile': 'Get your profile',
  'PUT /user/profile': 'Change your profile',
  'PUT /user/password': 'Change your password and end all other sessions',
  'POST /user/email-change/confirm': 'Confirm a new email address with the token of the link',
  'POST /user/email-change/resend': 'Resend the link to the new email address',
  'DELETE /user/email-change': 'Cancel the change of the email address',
  'GET /user/device-token': 'Get a device token, which gives later logins from this device a rate limit of their own',
  'GET /user/sessions': 'List your login sessions',
  'DELETE /user/sessions/:id': 'End a login session',
  'POST /user/sessions/end-others': 'End all other login sessions',
  'GET /user/deletion': 'Preview the deletion of your account',
  'POST /user/deletion': 'Delete your account, and the organization if you are its last member',
  'GET /mail/delivery': 'Get how this installation sends email',
  'GET /organization': 'Get the organization',
  'GET /organization/usage': 'Get the organization’s usage and quotas',
  'PATCH /organization': 'Change the organization',
  'GET /organization/periods': 'Get the closed period and its history',
  'POST /organization/periods/close': 'Close the period up to a day',
  'POST /organization/periods/reopen': 'Reopen the closed period',
  'GET /team': 'List members and open invitations',
  'POST /team/invitations': 'Invite people by email',
  'POST /team/invitations/:id/resend': 'Resend an invitation',
  'DELETE /team/invitations/:id': 'Withdraw an invitation',
  'POST /team/members/:id/remove': 'Remove a member',
  'POST /team/members/:id/restore': 'Restore a removed member',
  'POST /team/join': 'Accept an invitation and leave your own organization',
  'GET /contacts/names': 'List the names of the contacts that match filters, without pages',
  'GET /contacts/parse-phone': 'Parse a phone number, and get the contact that has it',
  'PUT /investors/:id/contacts/:contact_id': 'Link a contact to an investor, or change its role',
  'DELETE /investors/:id/contacts/:contact_id': 'Unlink a contact from an investor',
  'GET /investors/:id/statement': 'Get an investor’s statement: all payments and the position of each investment',
  'GET /investments/:id/status-changes': 'List the status changes of an investment',
  'GET /investments/:id/transactions': 'List the transactions of an investment',
  'POST /investments/:id/transactions': 'Add a transaction to an investment',
  'PATCH /investments/:id/transactions/:transaction_id': 'Change a transaction',
  'DELETE /investments/:id/transactions/:transaction_id': 'Remove a transaction',
  'POST /investments/:id/transactions/:transaction_id/restore': 'Restore a removed transaction',
  'POST /currencies': 'Enable a currency',
  'DELETE /currencies/:code': 'Disable an unused currency',
  'GET /exchange-rates/convert': 'Convert an amount as of a day, with the rates used',
  'GET /exchange-rates/missing': 'List the currencies in use that have no rate',
  'GET /exchange-rates/feed': 'Get the status of the daily exchange rate feed',
  'POST /exchange-rates/import/preview': 'Preview exchange rates from a CSV file',
  'POST /exchange-rates/import': 'Import exchange rates from a CSV file',
  'GET /dashboard': 'Get the figures of the dashboard, exact and as of a day',
  'GET /dashboard/broadcasts': 'Get broadcast results: sent, delivered, read, replied',
  'GET /home': 'Get the tasks on Home',
  'GET /home/hidden': 'List hidden and snoozed tasks',
  'PUT /home/dismissals/:kind/:key': 'Hide or snooze a task on Home',
  'DELETE /home/dismissals/:kind/:key': 'Show a hidden or snoozed task again',
  'GET /activity': 'List the activity of a contact, investor or investment',
  'GET /sample-data': 'Get whether you have sample data, and whether it is open',
  'POST /sample-data': 'Open sample data',
  'POST /sample-data/close': 'Go back to your organization',
  'DELETE /sample-data': 'Delete sample data',
  'GET /search': 'Search all records by part of a name, code, number, address or amount',
  'POST /imports': 'Upload a file to import (multipart, one part `file`)',
  'POST /imports/everything': 'Import an archive of everything into an empty organization (multipart, one part `file`)',
  'POST /imports/paste': 'Create an import from pasted cells',
  'PATCH /imports/:id': 'Map the columns, and set the number and date formats',
  'GET /imports/:id/rows': 'List the planned outcome of each row',
  'PATCH /imports/:id/rows/:line': 'Correct a row, or resolve a duplicate',
  'POST /imports/:id/start': 'Start an import',
  'POST /imports/:id/tags': 'Tag the records of an import',
  'POST /imports/:id/broadcast-group': 'Make a broadcast group of the contacts of an import',
  'POST /imports/:id/cancel': 'Cancel a running import',
  'POST /imports/:id/revert': 'Revert an import',
  'POST /downloads': 'Request a download: a list, the errors of an import, or everything',
  'GET /downloads/files/:token': 'Download the file, once, within 60 seconds',
  'POST /media': 'Upload an image, PDF or video for messages (multipart, one part `file`)',
  'GET /media/:id/file': 'Get the content of a file',
  'POST /templates/preview': 'Render a text for a contact',
  'POST /templates/check': 'Check a text and list its variables',
  'GET /broadcast-groups/:id/count': 'Count the contacts that a broadcast group reaches',
  'POST /broadcast-groups/count': 'Count the contacts that an audience would reach',
  'POST /broadcast-groups/find-contacts': 'Find contacts by pasted names and numbers',
  'GET /broadcasts/:id/audience': 'Get the audience of a broadcast',
  'GET /broadcasts/:id/recipients': 'List the recipients and their status',
  'GET /broadcasts/:id/reasons': 'Count the recipients by status and reason',
  'POST /broadcasts/:id/preflight': 'Preview who will receive it, and who is skipped and why',
  'POST /broadcasts/preflight': 'Preview an unsaved draft: who would get it, and when it would end',
  'GET /broadcasts/:id/rendered-messages': 'List the rendered message of each recipient',
  'GET /broadcasts/:id/estimate': 'Estimate when sending ends under the session’s limits',
  'POST /broadcasts/:id/test': 'Send a test message to yourself',
  'GET /broadcasts/:id/tests': 'List the test messages of a broadcast',
  'POST /broadcasts/:id/duplicate': 'Duplicate a broadcast as a draft',
  'POST /broadcasts/:id/retry': 'Create a broadcast for recipients who did not receive, read or answer it',
  'POST /broadcasts/:id/schedule': 'Schedule a broadcast',
  'POST /broadcasts/:id/unschedule': 'Turn a scheduled broadcast back into a draft',
  'POST /broadcasts/:id/send': 'Start sending a broadcast; idempotent',
  'POST /broadcasts/:id/pause': 'Pause a broadcast',
  'POST /broadcasts/:id/resume': 'Resume a broadcast',
  'POST /broadcasts/:id/cancel': 'Cancel the unsent messages',
  'GET /broadcasts/:id/export': 'Request a download of the recipients',
  'GET /replies/unanswered': 'Count the contacts waiting for an answer',
  'GET /replies/conversations/:id': 'Get the conversation with a contact or a number',
  'PUT /conversations/:id/assignee': 'Assign a conversation to a user',
  'POST /conversations/:id/notes': 'Add an internal note to a conversation',
  'POST /contacts/:id/messages': 'Send a message to a contact',
  'POST /contacts/:id/messages/preview': 'Preview a message to a contact: session, wait, refusal and template',
  'POST /contacts/:id/messages/test': 'Send a message for a contact to your own number',
  'POST /replies/:id/answer': 'Answer a reply',
  'POST /replies/:id/handle': 'Mark a reply as handled',
  'POST /replies/:id/unhandle': 'Mark a reply as not handled',
  'POST /replies/answers/:id/cancel': 'Cancel an answer that has not been sent yet',
  'GET /whatsapp/status': 'Get whether messages can be sent',
  'GET /whatsapp/sessions': 'List sessions',
  'GET /whatsapp/sessions/:id': 'Get a session',
  'POST /whatsapp/sessions': 'Add a session',
  'PATCH /whatsapp/sessions/:id': 'Change a session, its driver or its sending speed',
  'DELETE /whatsapp/sessions/:id': 'Remove a session',
  'POST /whatsapp/sessions/:id/start': 'Start a session',
  'POST /whatsapp/sessions/:id/stop': 'Stop a session and keep its credentials',
  'POST /whatsapp/sessions/:id/restart': 'Stop and start a session',
  'POST /whatsapp/sessions/:id/logout': 'Unlink the phone and delete its credentials',
  'GET /whatsapp/sessions/:id/qr': 'Get the current QR code, if there is one',
  'POST /whatsapp/sessions/:id/pairing-code': 'Request a pairing code to type on the phone instead of the QR code',
  'POST /whatsapp/sessions/:id/simulate': 'Simulate an event on a simulated phone',
  'GET /whatsapp/sessions/:id/groups': 'List the groups of a session’s phone',
  'POST /whatsapp/sessions/:id/groups/refresh': 'Refresh the groups from the phone',
  'POST /whatsapp/import-groups': 'Import groups',
  'GET /whatsapp/imported-groups': 'List imported groups',
  'GET /whatsapp/imported-groups/:id': 'Get an imported group',
  'GET /whatsapp/imported-groups/:id/members': 'List the members of a group, and which of them are contacts',
  'GET /whatsapp/imported-groups/:id/missing-investors': 'List the investors who are not in a group',
  'DELETE /whatsapp/imported-groups/:id': 'Remove an imported group',
  'POST /whatsapp/imported-groups/:id/restore': 'Restore an imported group',
}

/** A test reports summaries without an endpoint. */
export const summarized = Object.keys(summaries)
