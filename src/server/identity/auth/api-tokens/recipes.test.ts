// Sends the requests of docs/api.md exactly as written there, by a program with an API token.
import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { broadcastGroups } from '../../../../contract/broadcast-groups.ts'
import { broadcasts } from '../../../../contract/broadcasts.ts'
import { contacts } from '../../../../contract/contacts.ts'
import { templates } from '../../../../contract/templates.ts'
import { waSessions } from '../../../../contract/wa-sessions.ts'
import { testApp } from '../../../test/app.ts'
import { programOf } from '../../../test/programs.ts'
import { addInvestment, addInvestor, made } from '../../../test/records.ts'

const installation = await testApp()
const { app, signUp } = installation
const guide = readFileSync('docs/api.md', 'utf8')
const section = (title: string) => guide.split(`\n## ${title}\n`)[1]!.split('\n## ')[0]!
const shellBlocks = (text: string) => [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block!)
const requests = ['The first request', 'Ten jobs'].flatMap((title) =>
  shellBlocks(section(title)).flatMap((block) =>
    block
      .replaceAll('\\\n', ' ')
      .split('\n')
      .filter((line) => line.startsWith('curl')),
  ),
)

const variables: Record<string, string> = { KABAR: '' }
beforeAll(async () => {
  const ayu = await signUp()
  const permissions = ['edit', 'send_broadcasts', 'export', 'see_amounts'] as const
  variables.TOKEN = (await programOf(installation, ayu, { permissions: [...permissions] })).token
  const contact = made(await ayu.call(contacts.create, { body: { name: 'Sari', phone: '+6281234500999' } }))
  const investor = await addInvestor(ayu, { name: 'PT Maju' })
  const session_id = made(await ayu.call(waSessions.list)).data[0]!.id
  const template = made(await ayu.call(templates.create, { body: { name: 'News', body: 'Halo {{ contact.name }}' } }))
  const group = made(await ayu.call(broadcastGroups.create, { body: { name: 'All', contact_ids: [contact.id] } }))
  const draft = { name: 'Draft', session_id, template_id: template.id, audience: { contact_ids: [contact.id] } }
  Object.assign(variables, {
    ...{ CONTACT: contact.id, INVESTOR: investor.id, SESSION: session_id, TEMPLATE: template.id, GROUP: group.id },
    INVESTMENT: (await addInvestment(ayu, { investor_id: investor.id, currency: 'IDR' })).id,
    BROADCAST: made(await ayu.call(broadcasts.create, { body: draft })).id,
  })
})

test('the document has the ten most common jobs', () => {
  expect(shellBlocks(section('Ten jobs'))).toHaveLength(10)
  expect(requests.length).toBeGreaterThanOrEqual(12)
})

test.each(requests)('%s', async (line) => {
  const [, ...words] = wordsOf(line)
  const { method, url, headers, body } = requestOf(words)
  expect(headers.authorization).toMatch(/^Bearer kabar_/)
  const answer = await app.inject({ method, url, headers, ...(body !== undefined && { payload: body }) })
  expect(answer.statusCode, answer.payload).toBeLessThan(300)
})

/** Splits a line as a shell does: quotes, and variables outside single quotes. */
function wordsOf(line: string): string[] {
  const filled = (text: string) => text.replace(/\$(\w+)/g, (_, name: string) => variables[name] ?? `no $${name}`)
  return line
    .match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)!
    .map((word) =>
      word.replace(/'([^']*)'|"([^"]*)"|([^'"]+)/g, (_, plain?: string, quoted?: string, bare?: string) =>
        plain === undefined ? filled(quoted ?? bare ?? '') : plain,
      ),
    )
}

function requestOf(words: string[]) {
  const request = {
    method: 'GET' as 'GET' | 'POST',
    url: '',
    headers: {} as Record<string, string>,
    body: undefined as string | undefined,
  }
  for (let nth = 0; nth < words.length; nth++) {
    const word = words[nth]!
    if (word === '-s') continue
    if (word === '-X') request.method = words[++nth] as 'POST'
    else if (word === '-H') {
      const [name, ...value] = words[++nth]!.split(': ')
      request.headers[name!] = value.join(': ')
    } else if (word === '-d') {
      request.body = words[++nth]!
      if (request.method === 'GET') request.method = 'POST'
    } else request.url = word
  }
  return request
}
