// One rule of a segment as an SQL condition: true or false, never null, with parameters only.
import { type RawBuilder, sql } from 'kysely'
import {
  aboutOf,
  type FieldKind,
  type FieldName,
  fieldOf,
  isCustomField,
  type Operator,
  type Rule,
  type Threshold,
} from '../../../../../contract/segments.ts'
import { owed } from '../../../../platform/db/as-of.ts'
import { today } from '../../../../platform/db/day.ts'
import type { Tenant } from '../../../../platform/db/index.ts'
import { ratesInto } from '../../../../platform/db/totals.ts'
import { numberPatterns } from '../../../../records/contacts/service.ts'
import { neverLeft } from '../../../chats/service.ts'
import { amountsIn, type Figure, totalsIn } from '../amounts/queries.ts'

type Sql = RawBuilder<unknown>

/** Result of a rule that cannot be decided because an exchange rate is missing. */
export type MissingRatePolicy = 'fails' | 'holds'

/**
 * On `contacts c`; for investors on `investors v` and `investor_contacts x`, for investments on `investments i` and
 * `investment_statuses s`. Rules on money need `amountsIn` or `totalsIn` of their currency joined under that name.
 */
export function conditionOf(tenant: Tenant, rule: Rule, undecided: MissingRatePolicy): Sql {
  const { field, operator, value } = rule
  const { kind } = fieldOf(field)
  if (isCustomField(field)) return sql`coalesce(${customCondition(tenant, rule, undecided)}, false)`
  if (isCustomKind(kind)) return sql`false`
  const input = { tenant, operator, value }
  if (kind === 'money') return compared(amountOf(field, value as Threshold), operator, value as Threshold, undecided)
  if (kind === 'past') return activityCondition({ ...input, since: activityColumns[field]! })
  if (kind === 'record' || kind === 'choice' || kind === 'language' || kind === 'country' || kind === 'currency') {
    const found = sql`coalesce(${multiValue(tenant, field, value as string[])}, false)`
    return operator === 'none_of' ? sql`not ${found}` : found
  }
  return conditions[kind === 'plan' ? 'day' : kind]({ ...input, of: singleValues[field]!(tenant) })
}

type CustomKind = Extract<FieldKind, `custom_${string}`>
const isCustomKind = (kind: FieldKind): kind is CustomKind => kind.startsWith('custom_')

/** The condition may be null. A value of another type, which an imported archive may contain, counts as none. */
function customCondition(
  tenant: Tenant,
  { field, custom: key = '', operator, value }: Rule,
  undecided: MissingRatePolicy,
): Sql {
  const custom = { contact: sql`c.custom`, investor: sql`v.custom`, investment: sql`i.custom` }[aboutOf(field)]
  const text = sql`(${custom} ->> ${key})`
  if (operator === 'is_empty') return sql`not ${custom} ? ${key}`
  if (operator === 'is_filled') return sql`${custom} ? ${key}`
  const { kind } = fieldOf(field)
  if (!isCustomKind(kind)) return conditions.text({ tenant, operator, value, of: sql`coalesce(${text}, '')` })
  const several = (found: Sql) => (operator === 'none_of' ? sql`not coalesce(${found}, false)` : found)
  switch (kind) {
    case 'custom_choice':
      return several(sql`${custom} -> ${key} ?| ${value as string[]}::text[]`)
    case 'custom_person':
      return several(sql`${text} = any (${value as string[]}::text[])`)
    case 'custom_yes_no':
      return sql`${custom} -> ${key} = ${JSON.stringify(value)}::jsonb`
    case 'custom_date':
      return conditions.day({
        tenant,
        operator,
        value,
        of: sql`(case when ${text} ~ '^\\d{4}-\\d\\d-\\d\\d$' then ${text} end)::date`,
      })
    case 'custom_number':
      return sql`(case when ${text} ~ '^-?\\d+(\\.\\d+)?$' then ${text} end)::numeric ${signs[operator]!} ${value as string}::numeric`
    case 'custom_money': {
      const { amount: than, currency } = value as Threshold
      const [amount, its] = [sql`(${custom} -> ${key} ->> 'amount')`, sql`(${custom} -> ${key} ->> 'currency')`]
      const rate = sql`(${ratesInto(tenant, sql`${currency}::text`)} ->> ${its})::numeric`
      return sql`case when ${amount} is not null then
        coalesce(money(${amount}::numeric * ${rate}, ${currency}) ${signs[operator]!} ${than}::numeric, ${undecided === 'holds'}) end`
    }
  }
}

interface RuleInput {
  tenant: Tenant
  operator: Operator
  value: Rule['value']
}

const conditions: Record<'text' | 'yes_no' | 'day' | 'coming', (input: RuleInput & { of: Sql }) => Sql> = {
  text: ({ of, operator, value }) => {
    if (operator === 'is_empty') return sql`${of} = ''`
    if (operator === 'is_filled') return sql`${of} <> ''`
    const found = sql`strpos(fold(${of}), fold(${value as string})) > 0`
    return operator === 'lacks' ? sql`not ${found}` : found
  },
  yes_no: ({ of, value }) => sql`(${of}) = ${value as boolean}`,
  day: ({ tenant, of, operator, value }) => {
    const ago = sql`${today(tenant)} - ${value as number}::integer`
    if (operator === 'on_or_after') return sql`coalesce(${of} >= ${value as string}::date, false)`
    if (operator === 'on_or_before') return sql`coalesce(${of} <= ${value as string}::date, false)`
    if (operator === 'within_next_days')
      return sql`coalesce(${of} between ${today(tenant)} and ${today(tenant)} + ${value as number}::integer, false)`
    if (operator === 'within_days') return sql`coalesce(${of} between ${ago} and ${today(tenant)}, false)`
    return sql`coalesce(${of} < ${ago}, false)`
  },
  coming: ({ tenant, value }) => sql`i.id in (select t.investment_id from transactions t
    where t.organization_id = ${tenant.organization_id} and ${owed}
      and t.due_on between ${today(tenant)} and ${today(tenant)} + ${value as number}::integer)`,
}

/** Fields with exactly one value. */
const singleValues: Partial<Record<FieldName, (tenant: Tenant) => Sql>> = {
  'contact.name': () => sql`btrim(c.name || ' ' || c.preferred_name)`,
  'contact.company': () => sql`c.company`,
  'contact.job_title': () => sql`c.job_title`,
  'contact.has_number': () => sql`c.phone_key is not null`,
  'contact.created': ({ organization_id }) =>
    sql`(c.created_at at time zone (select time_zone from organizations where organization_id = ${organization_id}))::date`,
  'contact.has_investor': ({ organization_id }) => sql`c.id in (select l.contact_id from investor_contacts l
    join investors o on o.organization_id = l.organization_id and o.id = l.investor_id and o.deleted_at is null
    where l.organization_id = ${organization_id})`,
  'investor.name': () => sql`v.name`,
  'investor.city': () => sql`v.city`,
  'investor.source': () => sql`v.source`,
  'investor.follow_up_on': () => sql`v.next_follow_up_on`,
  'investment.committed_on': () => sql`i.committed_on`,
  'investment.expected_close_on': () => sql`i.expected_close_on`,
  'investment.maturity_on': () => sql`i.maturity_on`,
  'investment.is_overdue': (tenant) => sql`coalesce(i.next_due_on < ${today(tenant)}, false)`,
  'investment.due_on': () => sql`null`,
}

/** May be null if there is no value. */
function multiValue(tenant: Tenant, field: FieldName, values: string[]): Sql {
  const { organization_id } = tenant
  const having = (
    column: Sql,
    table: string,
    key: string,
  ) => sql`${column} in (select ${sql.ref(key)} from ${sql.table(table)}
    where organization_id = ${organization_id} and tag_id = any (${values}::uuid[]))`
  switch (field) {
    case 'contact.tag':
      return having(sql`c.id`, 'contact_tags', 'contact_id')
    case 'investor.tag':
      return having(sql`v.id`, 'investor_tags', 'investor_id')
    case 'investment.tag':
      return having(sql`i.id`, 'investment_tags', 'investment_id')
    case 'contact.consent':
      return sql`case when c.consent = 'opted_out' or coalesce(c.phone_key, '') in (select phone_key from opt_outs
        where organization_id = ${organization_id}) then 'opted_out' else c.consent end = any (${values})`
    case 'contact.language':
      return sql`(c.language = any (${values}) or split_part(c.language, '-', 1) = any (${values}))`
    case 'contact.country':
      return sql`(${sql.join(values.map(phoneCountryCondition), sql` or `)})`
    case 'investor.stage':
      return sql`v.id in (select investor_id from investor_stages
        where organization_id = ${organization_id} and stage_id = any (${values}::uuid[]))`
    case 'investor.relationship':
      return sql`case when v.id in (${holding(tenant, ['committed', 'funded'])}) then 'active'
        when v.id in (${holding(tenant, ['exited'])}) then 'past' else 'prospect' end = any (${values})`
    default:
      return sql`${columns[field]!} = any (${fieldOf(field).kind === 'record' ? sql`${values}::uuid[]` : sql`${values}::text[]`})`
  }
}

const columns: Partial<Record<FieldName, Sql>> = {
  'investor.type': sql`v.investor_type_id`,
  'investor.kind': sql`v.kind`,
  'investor.role': sql`x.role`,
  'investor.country': sql`v.country`,
  'investor.owner': sql`v.owner_user_id`,
  'investment.offering': sql`i.offering_id`,
  'investment.status': sql`i.status_id`,
  'investment.category': sql`s.category`,
  'investment.stage': sql`i.stage_id`,
  'investment.instrument': sql`i.instrument`,
  'investment.currency': sql`i.currency`,
  'investment.owner': sql`i.owner_user_id`,
}

const holding = ({ organization_id }: Tenant, categories: string[]) => sql`select h.investor_id from investments h
  join investment_statuses k on k.organization_id = h.organization_id and k.id = h.status_id
  where h.organization_id = ${organization_id} and h.deleted_at is null and k.category = any (${categories})`

function phoneCountryCondition(country: string): Sql {
  const patterns = numberPatterns(country)
  if (!patterns) return sql`false`
  const before = patterns.before.map((pattern) => sql` and c.phone !~ ${pattern}`)
  return sql`(c.phone ~ ${patterns.is}${sql.join(before, sql``)})`
}

type Since = (tenant: Tenant, since: Sql) => Sql
const activityColumns: Partial<Record<FieldName, Since>> = {
  /** Messages that may have been sent: all except those that certainly were not. */
  'contact.messaged': ({ organization_id }, since) => sql`c.id in (select n.contact_id from wa_sends w
    join contact_numbers n on n.organization_id = w.organization_id and n.phone_key = w.address_key
    where w.organization_id = ${organization_id} and w.at > ${since} and not ${neverLeft(sql`w`)})`,
  'contact.replied': ({ organization_id }, since) => sql`(c.id in (select m.contact_id from wa_messages m
      where m.organization_id = ${organization_id} and m.contact_id is not null and m.at > ${since})
    or c.id in (select n.contact_id from wa_messages m
      join contact_numbers n on n.organization_id = m.organization_id and n.phone_key = m.address_key
      where m.organization_id = ${organization_id} and m.at > ${since}))`,
}

function activityCondition({ tenant, operator, value, since }: RuleInput & { since: Since }): Sql {
  const always = operator === 'ever' || operator === 'never'
  const found = since(
    tenant,
    always ? sql`'-infinity'::timestamptz` : sql`now() - make_interval(days => ${value as number}::integer)`,
  )
  return operator === 'never' || operator === 'not_within_days' ? sql`not ${found}` : found
}

/** The figure of a rule on money. */
export const figureOf = ({ field }: Pick<Rule, 'field'>) => field.slice(field.indexOf('.') + 1) as Figure

/** Unrounded; null if a rate is missing. */
function amountOf(field: FieldName, { currency }: Threshold): Sql {
  const figure = sql.ref(figureOf({ field }))
  const row = field.startsWith('investor.') ? totalsIn(currency) : amountsIn(currency)
  return sql`case when ${row}.investor_id is null then 0 else ${row}.${figure} end`
}

const signs: Partial<Record<Operator, Sql>> = {
  more_than: sql`>`,
  at_least: sql`>=`,
  less_than: sql`<`,
  at_most: sql`<=`,
}

/**
 * Compares the value as shown, rounded once. A threshold a whole unit away is compared without rounding: for all
 * investments, rounding takes as long as summing.
 */
function compared(
  amount: Sql,
  operator: Operator,
  { amount: than, currency }: Threshold,
  undecided: MissingRatePolicy,
): Sql {
  const [sign, limit] = [signs[operator]!, sql`${than}::numeric`]
  return sql`coalesce(case when abs(${amount} - ${limit}) >= 1 then ${amount} ${sign} ${limit}
    else money(${amount}, ${currency}) ${sign} ${limit} end, ${undecided === 'holds'})`
}
