// Money in messages equals the figures on the records' pages.
import { describe, expect, test } from 'vitest'
import { contacts } from '../../../contract/contacts.ts'
import { type Investment, investments } from '../../../contract/investments.ts'
import { type ContactRole, investors } from '../../../contract/investors.ts'
import { StatusCategory as Category, type StatusCategory } from '../../../contract/master-data.ts'
import { offerings } from '../../../contract/offerings.ts'
import { templateVariables } from '../../../contract/template-language.ts'
import { templates } from '../../../contract/templates.ts'
import { transactions } from '../../../contract/transactions.ts'
import { inTenant } from '../../platform/db/index.ts'
import { type Caller, testApp } from '../../test/app.ts'
import { addInvestment, addInvestor, addTransaction, made, statusOf } from '../../test/records.ts'
import { load } from './values/queries.ts'

const { signUp, database } = await testApp()

/** A fixed seed, so that failures are reproducible. */
function seededRandom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

async function previewOf(person: Caller, body: string, contact_id: string) {
  return made(await person.call(templates.preview, { body: { body, contact_id } }))
}
async function said(person: Caller, body: string, contact_id: string) {
  const { text, error, missing } = await previewOf(person, body, contact_id)
  if (text === null) throw new Error(JSON.stringify({ error, missing }))
  return text
}

type Line = { currency: string; amount: string }
/** English, formatted by hand. */
function inWords(lines: readonly Line[]) {
  const some = lines.filter(({ amount }) => /[1-9]/.test(amount))
  return (some.length > 0 ? some : lines)
    .map(({ currency, amount }) => {
      const [whole, decimals = ''] = amount.split('.')
      const grouped = whole!.replace(/\B(?=(\d{3})+$)/g, ',')
      const text = `${currency} ${grouped.replace('-', '')}${/[1-9]/.test(decimals) ? `.${decimals}` : ''}`
      return amount.startsWith('-') ? `-${text}` : text
    })
    .join(' + ')
}

describe('figures', async () => {
  const person = await signUp({ country: 'ID', organization: 'Kabar Capital' })
  const roll = seededRandom(20_261_121)
  const pick = <T>(from: readonly T[]): T => from[roll(from.length)]!
  const amount = (currency: string) =>
    currency === 'JPY' ? `${1 + roll(1_000_000)}` : `${1 + roll(1_000_000_000)}.${10 + roll(90)}`
  const parts = await Promise.all(
    ['IDR', 'USD'].map(async (currency) =>
      made(
        await person.call(offerings.create, {
          body: { name: `Fund ${currency}`, currency, target_amount: '7000000000', closes_on: '2027-01-31' },
        }),
      ),
    ),
  )
  const people: { contact_id: string; investor_id: string }[] = []
  for (let index = 0; index < 4; index++) {
    const phone = `+6281255541${String(index).padStart(3, '0')}`
    const investor = await addInvestor(person, { name: `Investor ${index}`, city: 'Jakarta', contact: { phone } })
    people.push({ contact_id: investor.contacts[0]!.id, investor_id: investor.id })
    for (let each = 0; each < 4; each++) {
      const currency = pick(['IDR', 'USD', 'JPY'])
      const category: StatusCategory = pick(Category.options)
      const { id } = await addInvestment(person, {
        investor_id: investor.id,
        currency,
        status_id: await statusOf(person, category),
        offering_id: pick([null, parts[0]!.id, parts[1]!.id]),
        committed_amount: amount(currency),
        ...(category === 'lost' ? { lost_reason: 'No' } : {}),
        ...(roll(2) === 0 ? { expected_amount: amount(currency), units: '12.50', ownership_percent: '2.5' } : {}),
      })
      for (let moves = roll(4); moves > 0; moves--) {
        const kind = pick(['contribution', 'contribution', 'distribution', 'refund', 'fee'] as const)
        const scheduled = {
          state: 'scheduled',
          settled_on: null,
          due_on: pick(['2020-01-01', '2020-03-01', '2199-05-01', null]),
        }
        await addTransaction(person, id, {
          kind,
          amount: amount(currency),
          ...(roll(2) === 0 ? (scheduled as object) : {}),
        })
      }
    }
  }

  const money = (path: string) => `{{ ${path} | money | default: "none" }}`
  const paths = (subject: string) =>
    templateVariables.flatMap(({ path, kind }) => (path.startsWith(`${subject}.`) && kind === 'money' ? [path] : []))
  const body = (subject: string) =>
    paths(subject)
      .map((path) => `${path}=${money(path)}`)
      .join('\n')
  const written = (figures: Record<string, readonly Line[] | undefined>) =>
    Object.entries(figures)
      .map(([path, lines]) => `${path}=${lines && lines.length > 0 ? inWords(lines) : 'none'}`)
      .join('\n')

  test.each(people)('of an investor are those of its page (%#)', async ({ contact_id, investor_id }) => {
    const { figures } = made(await person.call(investors.get, { params: { id: investor_id } }))
    const { by_currency } = made(await person.call(investments.totals, { query: { investor_id } }))
    const of = (name: 'committed' | 'funded' | 'outstanding' | 'distributed') =>
      figures.map((line) => ({ currency: line.currency, amount: line[name] }))
    const owed = (name: 'due' | 'overdue') =>
      by_currency.map((line) => ({ currency: line.currency, amount: line[name] }))
    expect(await said(person, body('investor'), contact_id)).toBe(
      written({
        'investor.committed': of('committed'),
        'investor.funded': of('funded'),
        'investor.outstanding': of('outstanding'),
        'investor.due': owed('due'),
        'investor.overdue': owed('overdue'),
        'investor.distributed': of('distributed'),
      }),
    )
  })

  const listed = async (investor_id: string) => {
    const { data } = made(await person.call(investments.list, { query: { investor_id, sort: '-created_at' } }))
    const rank = ({ next_due_on, status }: Investment) =>
      `${next_due_on ?? '9999-99-99'} ${status.category === 'exited' ? 1 : 0}`
    return data
      .filter(({ status }) => status.category !== 'lost')
      .map((investment, index) => ({ investment, key: `${rank(investment)} ${index}` }))
      .sort((a, b) => (a.key < b.key ? -1 : 1))
      .map(({ investment }) => investment)
  }

  test.each(people)('of investments are those of their pages, the next due first (%#)', async (one) => {
    const expected = []
    for (const investment of await listed(one.investor_id)) {
      const { currency, id, next_due_on } = investment
      const { data } = made(await person.call(transactions.list, { params: { id } }))
      const next = data
        .filter((each) => each.state === 'scheduled' && each.kind === 'contribution' && each.due_on === next_due_on)
        .reduce((sum, each) => sum + Number(each.amount.replace('.', '')), 0)
      const decimals = currency === 'JPY' ? 0 : 2
      const line = (value: string | null) => (value === null ? [] : [{ currency, amount: value }])
      const nextText = String(next).padStart(decimals + 1, '0')
      expected.push(
        `${investment.reference}\n${written({
          'investment.expected_amount': line(investment.expected_amount),
          'investment.committed_amount': line(investment.committed_amount),
          'investment.funded': line(investment.funded),
          'investment.outstanding': line(investment.outstanding),
          'investment.due': line(investment.due),
          'investment.overdue': line(investment.overdue),
          'investment.distributed': line(investment.distributed),
          'investment.next_due_amount': line(
            next_due_on === null || next === 0
              ? null
              : decimals
                ? `${nextText.slice(0, -decimals)}.${nextText.slice(-decimals)}`
                : nextText,
          ),
        })}`,
      )
    }
    const each = `{{ investment.reference }}\n${body('investment')}\n`
    const list = await said(person, `Yours:\n{% for investment in investments %}${each}{% endfor %}`, one.contact_id)
    expect(list).toBe(['Yours:', ...expected].join('\n'))
    if (expected[0]) expect(await said(person, each, one.contact_id)).toBe(expected[0])
  })

  test.each(people)('of an offering are those of its investments (%#)', async ({ contact_id, investor_id }) => {
    const [first] = await listed(investor_id)
    const offering = parts.find(({ id }) => id === first?.offering?.id)
    const text = await said(
      person,
      `${body('offering')}\npercent={{ offering.percent_funded | default: "none" }}`,
      contact_id,
    )
    if (!offering) return expect(text).toMatch(/^(offering\.\w+=none\n)+percent=none$/)
    const { by_currency } = made(await person.call(investments.totals, { query: { offering_id: [offering.id] } }))
    const of = (name: 'committed' | 'funded') =>
      by_currency.map((line) => ({ currency: line.currency, amount: line[name] }))
    const elsewhere = of('funded').some(
      ({ currency, amount }) => currency !== offering.currency && /[1-9]/.test(amount),
    )
    const here = of('funded').find(({ currency }) => currency === offering.currency)?.amount ?? '0'
    const tenths = (BigInt(here.replace('.', '')) * 1000n) / 700_000_000_000n
    expect(text).toBe(
      `${written({
        'offering.target_amount': [{ currency: offering.currency, amount: '7000000000.00' }],
        'offering.min_ticket': [],
        'offering.committed': of('committed'),
        'offering.funded': of('funded'),
      })}\npercent=${elsewhere ? 'none' : Number(tenths) / 10}`,
    )
  })

  test('are in the contact’s language, else the template’s', async () => {
    const [{ contact_id }] = people as [(typeof people)[0]]
    const body = '{{ organization.today | date: "%B" }} {{ investor.committed }}'
    const show = async (language: string) =>
      made(await person.call(templates.preview, { body: { body, contact_id, language } })).text
    const months = (locale: string) =>
      new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'Asia/Jakarta' }).format()
    const english = (await show(''))!
    expect(english.startsWith(months('en'))).toBe(true)
    expect((await show('de'))!.startsWith(months('de'))).toBe(true)
    const { body: contact } = await person.call(contacts.get, { params: { id: contact_id } })
    await person.call(contacts.update, {
      params: { id: contact_id },
      body: { language: 'id', version: contact.version },
    })
    const indonesian = (await show('de'))!
    expect(indonesian.startsWith(months('id'))).toBe(true)
    expect(indonesian.replace(/\D/g, '')).toBe(english.replace(/\D/g, ''))
  })
})

describe('a contact of several investors', async () => {
  const person = await signUp({ organization: 'Several' })
  const { id: contact_id } = made(await person.call(contacts.create, { body: { name: 'Ayu', phone: '081255541900' } }))
  const link = async (name: string, role: ContactRole, is_primary: boolean) => {
    const { id } = await addInvestor(person, { name })
    made(await person.call(investors.setContact, { params: { id, contact_id }, body: { role, is_primary } }))
    return id
  }
  const whose = async () => (await previewOf(person, '{{ investor.name }}', contact_id)).text

  test('uses the investor it is primary for, then the one by role, and never another contact’s', async () => {
    expect(await previewOf(person, '{{ investor.name }}', contact_id)).toMatchObject({
      missing: ['investor.name'],
      investor: null,
      investment: null,
    })
    const assistant = await link('By assistant', 'assistant', false)
    // The first contact is primary; another one takes over.
    const { id: other } = made(await person.call(contacts.create, { body: { name: 'Other' } }))
    const takeOver = async (id: string) =>
      made(
        await person.call(investors.setContact, {
          params: { id, contact_id: other },
          body: { role: 'self', is_primary: true },
        }),
      )
    await takeOver(assistant)
    expect(await whose()).toBe('By assistant')
    await takeOver(await link('By finance', 'finance', false))
    expect(await whose()).toBe('By finance')
    const primary = await link('As primary', 'other', true)
    expect(await whose()).toBe('As primary')
    const shown = await previewOf(person, 'Dear {{ contact.name }}, {{ investor.name }}', contact_id)
    expect(shown.investor).toEqual({ id: primary, name: 'As primary' })
    const { version } = made(await person.call(investors.get, { params: { id: primary } }))
    made(await person.call(investors.update, { params: { id: primary }, body: { is_archived: true, version } }))
    expect(await whose()).toBe('By finance')

    const { organization_id } = await database.system
      .selectFrom('organizations')
      .select('organization_id')
      .where('name', '=', 'Several')
      .executeTakeFirstOrThrow()
    const none = new Set<string>()
    const names = async (...asked: (string | null)[]) => {
      const wanted = { investor: none, investment: none, investments: 0, offering: none }
      const people = asked.map((investor_id) => ({ contact_id, investor_id }))
      const loaded = await inTenant(database, { organization_id }, (tenant) => load(tenant, wanted, people))
      return loaded.map((each) => each?.investor.name)
    }
    const foreign = await addInvestor(person, { name: 'Not theirs' })
    expect(await names(assistant, null, foreign.id, primary)).toEqual([
      'By assistant',
      'By finance',
      undefined,
      'As primary',
    ])
  })
})

describe('a text against all contacts', async () => {
  const person = await signUp()
  const add = async (name: string, more: object) =>
    made(await person.call(contacts.create, { body: { name, ...more } })).id
  const ids = {
    ayu: await add('Ayu', { phone: '081255542001', company: 'PT A' }),
    budi: await add('Budi', { phone: '081255542002' }),
    citra: await add('Citra', { phone: '081255542003', preferred_name: 'Bu Citra' }),
  }
  await add('No number', {})
  await add('Opted out', { phone: '081255542004', consent: 'opted_out' })

  const check = async (body: string) => made(await person.call(templates.check, { body: { body } }))

  test('lists the contacts who would not get it, with the missing values', async () => {
    expect(await check('Dear {{ contact.preferred_name | default: contact.name }}')).toEqual({
      error: null,
      total: 3,
      checked: 3,
      ready: 3,
      missing: [],
      next: null,
    })
    expect(await check('{{ contact.company }}, {{ contact.preferred_name }}')).toEqual({
      error: null,
      total: 3,
      checked: 3,
      ready: 0,
      missing: [
        {
          path: 'contact.company',
          error: null,
          count: 2,
          contacts: [
            { id: ids.budi, name: 'Budi' },
            { id: ids.citra, name: 'Citra' },
          ],
        },
        {
          path: 'contact.preferred_name',
          error: null,
          count: 2,
          contacts: [
            { id: ids.ayu, name: 'Ayu' },
            { id: ids.budi, name: 'Budi' },
          ],
        },
      ],
      next: null,
    })
    expect(await check('{{ investor.name }}')).toMatchObject({
      ready: 0,
      missing: [{ path: 'investor.name', count: 3 }],
    })
    expect(await check('{% if contact.company %}Hi{% endif %}')).toMatchObject({
      ready: 1,
      missing: [{ path: null, error: { code: 'template.result_empty', params: {} }, count: 2 }],
    })
    expect(await check('{{ nothing }}')).toMatchObject({ total: 3, checked: 0, error: { line: 1 } })
  })

  test('excludes contacts of other organizations', async () => {
    const stranger = await signUp()
    expect(made(await stranger.call(templates.check, { body: { body: '{{ contact.company }}' } }))).toMatchObject({
      total: 0,
      missing: [],
    })
  })
})
