// Rows of the sample contacts and investors. Pure.
import { contacts, type SampleContact } from './contacts.ts'
import { byKey, type Ground, type Rows, tagLinks } from './ground.ts'
import { investors, type SampleInvestor } from './investors.ts'

export function contactRows(ground: Ground): Rows[] {
  const { id, at } = ground
  const optedOut = contacts.filter(({ consent }) => consent === 'opted_out')
  return [
    { table: 'contacts', rows: contacts.map((contact, place) => contactRow(ground, contact, place)) },
    {
      table: 'opt_outs',
      rows: optedOut.map(({ phone }) => ({ phone_key: phone, evidence: 'Wrote STOP', created_at: at(-80, '11:00') })),
    },
    tagLinks(
      ground,
      'contact_tags',
      'contact_id',
      contacts.map(({ key, tags }) => ({ id: id('contact', key), tags })),
    ),
  ]
}

/** How the contact gave or refused consent, and the evidence. */
const consentTexts: Record<SampleContact['consent'], [how: string, evidence: string]> = {
  unknown: ['', ''],
  opted_in: ['form', 'Ticked on the subscription form'],
  opted_out: ['message', 'Wrote STOP'],
}

function contactRow(
  { id, at, input }: Ground,
  { key, tags: _, phone, consent, ...contact }: SampleContact,
  place: number,
) {
  const [consent_how, consent_evidence] = consentTexts[consent]
  const { added } = investors.find((each) => each.contacts.some(([one]) => one === key))!
  return {
    id: id('contact', key),
    ...contact,
    phone,
    phone_key: phone,
    consent,
    consent_at: consent === 'unknown' ? null : at(-100 + place, '11:00'),
    consent_how,
    consent_evidence,
    created_at: at(-added, '09:20'),
    updated_at: at(-Math.min(added, 20 + place), '14:10'),
    created_by: input.user_id,
  }
}

export function investorRows(ground: Ground): Rows[] {
  const { id, at, input } = ground
  const contactsOf = ({ key, contacts: own, added }: SampleInvestor) =>
    own.map(([contact, role], place) => ({
      investor_id: id('investor', key),
      contact_id: id('contact', contact),
      role,
      is_primary: place === 0,
      created_at: at(-added, '09:25'),
    }))
  const stagesOf = ({ key, stages }: SampleInvestor) =>
    stages.flatMap((index) => {
      const stage = input.stages[index]
      return stage ? [{ investor_id: id('investor', key), stage_id: stage.id }] : []
    })
  return [
    { table: 'investors', rows: investors.map((investor, place) => investorRow(ground, investor, place)) },
    { table: 'investor_contacts', rows: investors.flatMap(contactsOf) },
    { table: 'investor_stages', rows: investors.flatMap(stagesOf) },
    tagLinks(
      ground,
      'investor_tags',
      'investor_id',
      investors.map(({ key, tags }) => ({ id: id('investor', key), tags })),
    ),
  ]
}

function investorRow({ id, day, at, input }: Ground, investor: SampleInvestor, place: number) {
  const { key, ticket, type, follow_up, added, name, country, city, website, source, do_not_contact, notes } = investor
  const types = input.types.filter(({ kind }) => kind === type[0])
  return {
    id: id('investor', key),
    code: `IV-S${String(place + 1).padStart(3, '0')}`,
    ...{ name, country, city, website, source, do_not_contact, notes },
    kind: type[0],
    investor_type_id: (types[type[1]] ?? types.at(-1))!.id,
    email: investor === byKey(investors, 'canggu') ? 'office@example.com' : '',
    preferred_currency: ticket?.[0] ?? null,
    ticket_min: ticket?.[1] ?? null,
    ticket_max: ticket?.[2] ?? null,
    next_follow_up_on: follow_up === null ? null : day(follow_up),
    owner_user_id: place % 3 === 0 ? input.user_id : null,
    created_at: at(-added, '09:15'),
    updated_at: at(-Math.min(added, 10 + place * 2), '15:40'),
    created_by: input.user_id,
  }
}
