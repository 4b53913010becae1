// Reference implementation of segment rules in plain code, to compare the SQL with.
import {
  aboutOf,
  fieldOf,
  type Rule,
  type RuleGroup,
  rulesIn,
  type Segment,
  type SegmentNode,
  type Threshold,
} from '../../contract/segments.ts'
import { type Contact, dayAgo, type Investment, type Investor, type World } from './world.ts'

/** `is_decided`: the rules match whatever a missing rate would be. */
export type EvaluatedContact = { contact_id: string; investor_id: string | null; is_decided?: boolean }

/** Result of a rule with a missing rate. */
export type Mode = 'fails' | 'holds'

interface EvaluatedPerson {
  world: World
  today: string
  mode: Mode
  contact: Contact
  investor: Investor | undefined
  investment?: Investment
}

/** The contacts of a segment, ordered by id, each with its matching investor. */
export function evaluated(world: World, today: string, segment: Segment, mode: Mode): EvaluatedContact[] {
  const isAboutContacts = rulesIn(segment).every(({ rule }) => aboutOf(rule.field) === 'contact')
  return [...world.contacts]
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .flatMap((contact) => {
      const linked = world.investors
        .filter(
          ({ is_deleted, is_archived, links }) =>
            !is_deleted && !is_archived && links.some((l) => l.contact === contact.id),
        )
        .sort(
          (a, b) =>
            Number(linkOf(b, contact).is_primary) - Number(linkOf(a, contact).is_primary) || (a.id < b.id ? -1 : 1),
        )
      const candidates = isAboutContacts || linked.length === 0 ? [undefined] : linked
      const found = (as: Mode) =>
        candidates.findIndex((investor) => holds(segment, { world, today, mode: as, contact, investor }))
      const match = found('fails') === -1 && mode === 'holds' ? found('holds') : found('fails')
      if (match === -1) return []
      const row: EvaluatedContact = { contact_id: contact.id, investor_id: candidates[match]?.id ?? null }
      return [mode === 'holds' ? { ...row, is_decided: found('fails') !== -1 } : row]
    })
}

const linkOf = (investor: Investor, contact: Contact) => investor.links.find((link) => link.contact === contact.id)!

function holds(node: SegmentNode, someone: EvaluatedPerson): boolean {
  if (node.type === 'group') return allOrAny(node, someone)
  if (node.type === 'rule') {
    if (aboutOf(node.field) === 'investor' && !someone.investor) return false
    return ruleHolds(node, someone)
  }
  const { investor, world, mode } = someone
  if (!investor) return false
  const inside: Mode = node.has === 'some' ? mode : mode === 'fails' ? 'holds' : 'fails'
  const found = world.investments.some(
    (investment) =>
      investment.investor === investor.id &&
      !investment.is_deleted &&
      allOrAny(node, { ...someone, mode: inside, investment }),
  )
  return node.has === 'some' ? found : !found
}

const allOrAny = ({ match, rules }: Pick<RuleGroup, 'match' | 'rules'>, someone: EvaluatedPerson) =>
  match === 'all' ? rules.every((rule) => holds(rule, someone)) : rules.some((rule) => holds(rule, someone))

function ruleHolds({ field, custom, operator, value }: Rule, someone: EvaluatedPerson): boolean {
  const { kind } = fieldOf(field)
  const has = custom ? customOf(field, custom, someone) : factOf(field, someone)
  if (custom && operator === 'is_empty') return has === null
  if (custom && operator === 'is_filled') return has !== null
  if (custom && kind !== 'text' && has === null) return operator === 'none_of'
  if (kind === 'text') {
    const text = (has ?? '') as string
    if (operator === 'is_empty') return text === ''
    if (operator === 'is_filled') return text !== ''
    return plain(text).includes(plain(value as string)) === (operator === 'contains')
  }
  if (kind === 'yes_no' || kind === 'custom_yes_no') return has === value
  if (kind === 'custom_number')
    return compares(exact(has as string), operator, { amount: value as string }, someone.mode)
  if (kind === 'custom_money') {
    const { amount, currency } = has as Threshold
    const rate = rateOf(someone.world, currency, (value as Threshold).currency, 0)
    const converted = rate === undefined ? undefined : (exact(amount) * rate) / scale
    return compares(converted, operator, value as Threshold, someone.mode)
  }
  if (kind === 'money')
    return compares(moneyIn(field, someone, value as Threshold), operator, value as Threshold, someone.mode)
  if (kind === 'past') {
    const ago = Math.min(...(has as number[]))
    if (operator === 'ever') return ago < Number.POSITIVE_INFINITY
    if (operator === 'never') return ago === Number.POSITIVE_INFINITY
    return ago < (value as number) === (operator === 'within_days')
  }
  if (kind === 'coming') return (has as number[]).some((ago) => ago <= 0 && ago >= -(value as number))
  if (kind === 'day' || kind === 'plan' || kind === 'custom_date') {
    if (has === null) return false
    const day = dayAgo(someone.today, has as number)
    if (operator === 'on_or_after') return day >= (value as string)
    if (operator === 'on_or_before') return day <= (value as string)
    if (operator === 'within_next_days') return (has as number) <= 0 && -(has as number) <= (value as number)
    if (operator === 'within_days') return (has as number) >= 0 && (has as number) <= (value as number)
    return (has as number) > (value as number)
  }
  const values = value as string[]
  const of = [has].flat() as (string | null)[]
  return of.some((each) => each !== null && values.includes(each)) === (operator === 'any_of')
}

/** The value of a custom field, null if there is none. Dates are a number of days ago. */
function customOf(field: Rule['field'], key: string, { contact, investor, investment }: EvaluatedPerson): unknown {
  const { custom } = { contact, investor: investor!, investment: investment! }[aboutOf(field)]
  return custom[key === 'met' ? 'met_ago' : key] ?? null
}

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

function factOf(field: Rule['field'], { world, contact, investor, investment }: EvaluatedPerson): unknown {
  const live = () => world.investments.filter((each) => each.investor === investor!.id && !each.is_deleted)
  switch (field) {
    case 'contact.name':
      return contact.name
    case 'contact.company':
      return contact.company
    case 'contact.job_title':
      return contact.job_title
    case 'contact.tag':
      return contact.tags
    case 'contact.consent':
      return contact.phone && contact.has_opt_out ? 'opted_out' : contact.consent
    case 'contact.language':
      return [contact.language, contact.language.split('-')[0]!]
    case 'contact.country':
      return contact.phone && contact.country
    case 'contact.has_number':
      return contact.phone !== null
    case 'contact.created':
      return contact.created_ago
    case 'contact.messaged':
      return contact.phone ? contact.sent.filter((sent) => !sent.is_refused).map(({ ago }) => ago + 0.5) : []
    case 'contact.replied':
      return contact.phone ? contact.wrote.map((ago) => ago + 0.5) : []
    case 'contact.has_investor':
      return world.investors.some((each) => !each.is_deleted && each.links.some((link) => link.contact === contact.id))
    case 'investor.role':
      return linkOf(investor!, contact).role
    case 'investor.tag':
      return investor!.tags
    case 'investor.stage':
      return investor!.stages
    case 'investor.relationship': {
      const kinds = live().map((each) => each.category)
      if (kinds.includes('committed') || kinds.includes('funded')) return 'active'
      return kinds.includes('exited') ? 'past' : 'prospect'
    }
    case 'investment.tag':
      return investment!.tags
    case 'investment.committed_on':
      return investment!.committed_ago
    case 'investor.follow_up_on':
      return investor!.follow_up_ago
    case 'investment.expected_close_on':
      return investment!.closes_ago
    case 'investment.maturity_on':
      return investment!.matures_ago
    case 'investment.is_overdue':
      return owed(investment!).some(({ ago }) => ago > 0)
    case 'investment.due_on':
      return owed(investment!).map(({ ago }) => ago)
    default: {
      const key = field.slice(field.indexOf('.') + 1)
      return { ...investor, ...investment }[key as 'name']
    }
  }
}

const owed = (investment: Investment) =>
  investment.transactions.filter(({ kind, state }) => kind === 'contribution' && state === 'scheduled')

// ── money: integers of 10^-20; undefined if a rate is missing ────────────────────────────

const scale = 10n ** 20n

function exact(text: string): bigint {
  if (text.startsWith('-')) return -exact(text.slice(1))
  const [whole, decimals = ''] = text.split('.')
  return BigInt(whole! + decimals.padEnd(20, '0'))
}

/** The exchange rate from `have` to `want`. */
function rateOf({ rates }: World, have: string, want: string, ago: number): bigint | undefined {
  if (have === want) return scale
  const ofDollar = (currency: string) => {
    if (currency === 'USD') return scale
    const latest = rates.filter((rate) => rate.to === currency && rate.ago >= ago).sort((a, b) => a.ago - b.ago)[0]
    return latest && exact(latest.rate)
  }
  const [from, to] = [ofDollar(have), ofDollar(want)]
  return from === undefined || to === undefined ? undefined : (to * scale) / from
}

function moneyIn(
  field: Rule['field'],
  { world, investor, investment }: EvaluatedPerson,
  { currency }: Threshold,
): bigint | undefined {
  const figure = field.slice(field.indexOf('.') + 1)
  const isTotal = aboutOf(field) === 'investor'
  const counted = isTotal
    ? world.investments.filter((each) => each.investor === investor!.id && !each.is_deleted)
    : [investment!]
  let sum = 0n
  for (const each of counted) {
    for (const [amount, ago] of partsOf(each, figure)) {
      const rate = rateOf(world, each.currency, currency, ago)
      if (amount !== 0n && rate === undefined) return undefined
      sum += (amount * (rate ?? 0n)) / scale
    }
  }
  return sum
}

/** Amounts, each with the day of its rate. */
function partsOf(investment: Investment, figure: string): [bigint, number][] {
  const { category, committed, transactions } = investment
  const sum = (of: Investment['transactions']) => of.reduce((all, { amount }) => all + exact(amount), 0n)
  const settled = transactions.filter(({ state }) => state === 'settled')
  const moved = (signs: Partial<Record<string, bigint>>) =>
    settled
      .filter(({ kind }) => signs[kind])
      .map(({ kind, amount, ago }) => [exact(amount) * signs[kind]!, ago] as [bigint, number])
  const funded = moved({ contribution: 1n, refund: -1n })
  switch (figure) {
    case 'committed':
      return ['committed', 'funded', 'exited'].includes(category) ? [[exact(committed ?? '0'), 0]] : []
    case 'funded':
      return funded
    case 'distributed':
      return moved({ distribution: 1n })
    case 'outstanding': {
      const paid = funded.reduce((all, [amount]) => all + amount, 0n)
      const open = exact(committed ?? '0') - (paid > 0n ? paid : 0n)
      return category === 'committed' || category === 'funded' ? [[open > 0n ? open : 0n, 0]] : []
    }
    case 'overdue':
      return [[sum(owed(investment).filter(({ ago }) => ago > 0)), 0]]
    default:
      return [[sum(owed(investment).filter(({ ago }) => ago <= 0)), 0]]
  }
}

function compares(
  amount: bigint | undefined,
  operator: Rule['operator'],
  { amount: than }: { amount: string },
  mode: Mode,
): boolean {
  if (amount === undefined) return mode === 'holds'
  const [left, right] = [cents(amount), cents(exact(than))]
  if (operator === 'more_than') return left > right
  if (operator === 'at_least') return left >= right
  return operator === 'less_than' ? left < right : left <= right
}

/** All currencies here have two decimals: rounds half to even. */
function cents(amount: bigint): bigint {
  const unit = scale / 100n
  const sign = amount < 0n ? -1n : 1n
  const size = amount * sign
  const [whole, rest] = [size / unit, size % unit]
  const up = rest * 2n > unit || (rest * 2n === unit && whole % 2n === 1n)
  return sign * (whole + (up ? 1n : 0n))
}
