// The sample data as table rows, dated relative to today. Pure.
import { momentOf } from '../../contract/local-time.ts'
import type { StatusCategory } from '../../contract/master-data.ts'
import { contacts } from './contacts.ts'
import type { Ground, Names, Rows } from './ground.ts'
import { investors } from './investors.ts'
import { notes, tags } from './messages.ts'
import { broadcastRows } from './news.ts'
import { offerings, positions } from './positions.ts'
import { currencies, ratesTo } from './rates.ts'

/** In insertion order. */
export function sampleSet(ground: Ground): Rows[] {
  const names = namesIn(ground)
  const { id, day, at, free } = names
  const by = { created_by: ground.user_id }
  const type = ([kind, index]: (typeof investors)[number]['type']) => {
    const own = ground.types.filter((each) => each.kind === kind)
    return (own[Math.min(index, own.length - 1)] ?? ground.types[0])!.id
  }
  const stage = (index: number | null) => (index === null ? null : (ground.stages[index]?.id ?? null))
  const status = ([category, index]: (typeof positions)[number]['way'][number]) => {
    const own = ground.statuses.filter((each) => each.category === category)
    return own[Math.min(index, own.length - 1)]!.id
  }
  const currencyOf = (offering: string) => offerings.find(({ key }) => key === offering)!.currency
  const nameOf = (list: readonly { key: string; name: string }[], wanted: string) =>
    list.find(({ key }) => key === wanted)!.name
  const positionId = ({ investor, offering }: { investor: string; offering: string }) =>
    id('investment', `${investor}/${offering}`)
  const tagsOf = (
    relation: string,
    column: string,
    list: readonly { id: string; tags: readonly string[] }[],
  ): Rows => ({
    table: `${relation}_tags` as Rows['table'],
    rows: list.flatMap(({ id: owner, tags }) => tags.map((tag) => ({ [column]: owner, tag_id: id('tag', tag) }))),
  })

  return [
    { table: 'enabled_currencies', rows: currencies.map((code) => ({ code, ...by })) },
    {
      table: 'exchange_rates',
      rows: ratesTo(ground.base_currency)
        .filter(
          ({ from_currency: from, to_currency: to }) =>
            !ground.rated.includes(`${from} ${to}`) && !ground.rated.includes(`${to} ${from}`),
        )
        .map(({ ago, ...rate }) => ({ ...rate, day: day(-ago), source: 'manual', ...by })),
    },
    {
      table: 'tags',
      rows: tags.map(({ key, name, color }) => ({ id: id('tag', key), name: free('tags', name), color, ...by })),
    },
    {
      table: 'contacts',
      rows: contacts.map(({ key, tags: _, consent, phone, ...contact }, place) => {
        const number = names.phone(phone)
        const asked = consent === 'unknown' ? null : at(-100 + place, '11:00')
        const added = investors.find((each) => each.contacts.some(([one]) => one === key))!.added
        return {
          id: id('contact', key),
          ...contact,
          phone: number,
          phone_key: number,
          consent,
          consent_at: asked,
          consent_how: consent === 'opted_in' ? 'form' : consent === 'opted_out' ? 'message' : '',
          consent_evidence:
            consent === 'opted_in' ? 'Ticked on the subscription form' : consent === 'opted_out' ? 'Wrote STOP' : '',
          created_at: at(-added, '09:20'),
          updated_at: at(-Math.min(added, 20 + place), '14:10'),
          ...by,
        }
      }),
    },
    {
      table: 'opt_outs',
      rows: contacts
        .filter(({ consent }) => consent === 'opted_out')
        .map(({ phone }) => ({ phone_key: names.phone(phone), evidence: 'Wrote STOP', created_at: at(-80, '11:00') })),
    },
    {
      table: 'investors',
      rows: investors.map(
        ({ key, ticket, stages: _, tags: __, contacts: ___, follow_up, added, type: kind, ...investor }, place) => ({
          id: id('investor', key),
          code: `IV-S${String(place + 1).padStart(3, '0')}`,
          ...investor,
          kind: kind[0],
          investor_type_id: type(kind),
          email: investor.name === nameOf(investors, 'canggu') ? 'office@example.com' : '',
          preferred_currency: ticket?.[0] ?? null,
          ticket_min: ticket?.[1] ?? null,
          ticket_max: ticket?.[2] ?? null,
          next_follow_up_on: follow_up === null ? null : day(follow_up),
          owner_user_id: place % 3 === 0 ? ground.user_id : null,
          created_at: at(-added, '09:15'),
          updated_at: at(-Math.min(added, 10 + place * 2), '15:40'),
          ...by,
        }),
      ),
    },
    {
      table: 'investor_contacts',
      rows: investors.flatMap(({ key, contacts: own, added }) =>
        own.map(([contact, role], place) => ({
          investor_id: id('investor', key),
          contact_id: id('contact', contact),
          role,
          is_primary: place === 0,
          created_at: at(-added, '09:25'),
        })),
      ),
    },
    {
      table: 'investor_stages',
      rows: investors.flatMap(({ key, stages }) =>
        [...new Set(stages.map(stage).filter((each) => each !== null))].map((stage_id) => ({
          investor_id: id('investor', key),
          stage_id,
        })),
      ),
    },
    {
      table: 'offerings',
      rows: offerings.map(({ key, target, open: [from, until], ...offering }) => ({
        id: id('offering', key),
        ...offering,
        target_amount: target,
        opens_on: day(from),
        closes_on: day(until),
        created_at: at(from, '08:50'),
        updated_at: at(from, '08:50'),
        ...by,
      })),
    },
    {
      table: 'investments',
      rows: positions.map(
        (
          { investor, offering, way, close, stage: index, moves: _, tags: __, expected, committed, ...position },
          place,
        ) => {
          const since = (...wanted: StatusCategory[]) => way.find(([category]) => wanted.includes(category))
          const signed = since('committed', 'funded')
          const closed = since('exited', 'lost')
          const last = way.at(-1)!
          return {
            id: positionId({ investor, offering }),
            reference: `INV-S${String(place + 1).padStart(3, '0')}`,
            investor_id: id('investor', investor),
            offering_id: id('offering', offering),
            title: `${nameOf(investors, investor)} – ${nameOf(offerings, offering)}`,
            status_id: status(last),
            status_since: at(-last[2], '10:30'),
            stage_id: stage(index),
            ...position,
            currency: currencyOf(offering),
            expected_amount: expected ?? committed,
            committed_amount: committed,
            expected_close_on: close === null ? null : day(close),
            committed_on: signed ? day(-signed[2]) : null,
            closed_on: closed ? day(-closed[2]) : null,
            owner_user_id: place % 2 === 0 ? ground.user_id : null,
            created_at: at(-way[0]![2], '10:30'),
            updated_at: at(-last[2], '10:30'),
            ...by,
          }
        },
      ),
    },
    {
      table: 'investment_status_changes',
      rows: positions.flatMap((position) =>
        position.way.map((step, place) => ({
          investment_id: positionId(position),
          from_status_id: place === 0 ? null : status(position.way[place - 1]!),
          to_status_id: status(step),
          at: at(-step[2], '10:30'),
          changed_by: ground.user_id,
        })),
      ),
    },
    {
      table: 'transactions',
      rows: positions.flatMap((position) =>
        position.moves.map(([kind, state, amount, when]) => ({
          investment_id: positionId(position),
          kind,
          state,
          amount,
          due_on: kind === 'contribution' ? day(when) : null,
          settled_on: state === 'settled' ? day(when) : null,
          created_at: at(Math.min(when, -1) - 1, '16:00'),
          updated_at: at(Math.min(when, -1), '16:00'),
          ...by,
        })),
      ),
    },
    tagsOf(
      'contact',
      'contact_id',
      contacts.map(({ key, tags }) => ({ id: id('contact', key), tags })),
    ),
    tagsOf(
      'investor',
      'investor_id',
      investors.map(({ key, tags }) => ({ id: id('investor', key), tags })),
    ),
    tagsOf(
      'investment',
      'investment_id',
      positions.map((position) => ({ id: positionId(position), tags: position.tags })),
    ),
    {
      table: 'notes',
      rows: notes.map(({ on: [kind, key], ago, ...note }) => ({
        investor_id: kind === 'investor' ? id('investor', key) : null,
        contact_id: kind === 'contact' ? id('contact', key) : null,
        investment_id: kind === 'investment' ? id('investment', key) : null,
        ...note,
        created_at: at(-ago, '13:20'),
        updated_at: at(-ago, '13:20'),
        ...by,
      })),
    },
    ...broadcastRows(names, ground),
  ].filter(({ rows }) => rows.length > 0) as Rows[]
}

/** Ids by key, dates relative to today, and unused names. */
function namesIn({ today, time_zone, taken, ids }: Ground): Names {
  const known = new Map<string, string>()
  const day = (from: number) =>
    new Date(Date.parse(`${today}T00:00:00Z`) + from * 86_400_000).toISOString().slice(0, 10)
  return {
    id: (kind, key) => {
      const name = `${kind} ${key}`
      const found = known.get(name) ?? ids[known.size]
      if (found === undefined) throw new Error('more ids are needed')
      known.set(name, found)
      return found
    },
    day,
    at: (from, clock) => new Date(momentOf(`${day(from)}T${clock}`, time_zone)).toISOString(),
    free: (table, name) => {
      let one = name
      while (taken[table].includes(one.toLowerCase())) one = `${one} (sample)`
      return one
    },
    phone: (number) => {
      if (!taken.contacts.includes(number)) return number
      const spare = Array.from({ length: 100 }, (_, n) => `+12025550${100 + n}`)
      return spare[contacts.findIndex(({ phone }) => phone === number)]!
    },
  }
}
