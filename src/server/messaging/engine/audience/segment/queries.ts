// Compiles a segment to SQL: the contacts that match its rules, each with a matching investor.
import { type RawBuilder, sql } from 'kysely'
import type { CustomField } from '../../../../../contract/custom-fields.ts'
import { CustomType } from '../../../../../contract/custom-values.ts'
import {
  aboutOf,
  type BrokenRule,
  customRuleField,
  type FieldName,
  fieldOf,
  type InvestmentRules,
  isCustomField,
  type Records,
  type Rule,
  type RuleGroup,
  rulesIn,
  type Segment,
  type SegmentNode,
  type Threshold,
} from '../../../../../contract/segments.ts'
import type { Tenant } from '../../../../platform/db/index.ts'
import { fieldsOf } from '../../../../records/custom-fields/service.ts'
import { amountsIn, amountsOf, totalsIn } from '../amounts/queries.ts'
import { conditionOf, figureOf, type MissingRatePolicy } from '../rules/queries.ts'

type Sql = RawBuilder<unknown>

/**
 * A query: `contact_id, investor_id`, one row per contact; the investor is null if no rule is about investors. Archived
 * investors and investments match nothing. A rule with a missing rate does not match. While a record that a rule names is
 * deleted there are no rows, so that a deletion never adds recipients.
 */
export const contactsOf = (tenant: Tenant, segment: Segment): Sql =>
  matches(tenant, segment, { where: treeOf(tenant, segment, 'fails'), columns: sql``, order: sql`` })

/** As `contactsOf`, plus the contacts that would match if missing rates were known; `is_decided` is true for certain matches. */
export const possibleContactsOf = (tenant: Tenant, segment: Segment): Sql =>
  matches(tenant, segment, {
    where: treeOf(tenant, segment, 'holds'),
    columns: sql`, ${treeOf(tenant, segment, 'fails')} as is_decided`,
    order: sql`is_decided desc,`,
  })

function matches(
  tenant: Tenant,
  segment: Segment,
  { where, columns, order }: { where: Sql; columns: Sql; order: Sql },
): Sql {
  const { organization_id } = tenant
  const rules = rulesIn(segment).map(({ rule }) => rule)
  const holds = sql`${where} and ${missingReferences(tenant, rules)}`
  if (!rules.some(({ field }) => aboutOf(field) !== 'contact'))
    return sql`select c.id as contact_id, null::uuid as investor_id ${columns} from contacts c
      where c.organization_id = ${organization_id} and c.deleted_at is null and ${holds}`
  const amounts = currenciesOf(rules).map((currency) => {
    const own = rules.filter((rule) => isMoney(rule) && currencyOf(rule) === currency)
    const of = (about: string) => [...new Set(own.filter(({ field }) => aboutOf(field) === about).map(figureOf))]
    return amountsOf(tenant, currency, { investment: of('investment'), investor: of('investor') })
  })
  const totals = currenciesOf(rules.filter(({ field }) => aboutOf(field) === 'investor')).map(
    (currency) => sql`left join ${totalsIn(currency)} on ${totalsIn(currency)}.investor_id = v.id`,
  )
  return sql`${amounts.length > 0 ? sql`with ${sql.join(amounts)}` : sql``}
    select distinct on (c.id) c.id as contact_id, v.id as investor_id ${columns}
    from contacts c
    left join (investor_contacts x join investors v on v.organization_id = x.organization_id and v.id = x.investor_id
        and v.deleted_at is null and v.archived_at is null)
      on x.organization_id = c.organization_id and x.contact_id = c.id
    ${sql.join(totals, sql` `)}
    where c.organization_id = ${organization_id} and c.deleted_at is null and ${holds}
    order by c.id, ${order} x.is_primary desc nulls last, v.id`
}

function treeOf(tenant: Tenant, node: SegmentNode, undecided: MissingRatePolicy): Sql {
  if (node.type === 'investment') return investmentsOf(tenant, node, undecided)
  if (node.type === 'group') return allOrAny(tenant, node, undecided)
  const condition = conditionOf(tenant, node, undecided)
  return aboutOf(node.field) === 'investor' ? sql`(v.id is not null and ${condition})` : sql`(${condition})`
}

const allOrAny = (
  tenant: Tenant,
  { match, rules }: Pick<RuleGroup, 'match' | 'rules'>,
  undecided: MissingRatePolicy,
): Sql =>
  sql`(${sql.join(
    rules.map((node) => treeOf(tenant, node, undecided)),
    match === 'all' ? sql` and ` : sql` or `,
  )})`

/** For *none*, a rule with a missing rate counts as matching: otherwise a missing rate would add recipients. */
function investmentsOf(tenant: Tenant, { has, match, rules }: InvestmentRules, undecided: MissingRatePolicy): Sql {
  const inside = has === 'some' ? undecided : undecided === 'fails' ? 'holds' : 'fails'
  const own = rules.flatMap((rule) => rulesIn(rule)).map(({ rule }) => rule)
  const amounts = currenciesOf(own).map(
    (currency) => sql`left join ${amountsIn(currency)} on ${amountsIn(currency)}.investment_id = i.id`,
  )
  return sql`(v.id is not null and v.id ${has === 'some' ? sql`in` : sql`not in`} (
    select i.investor_id from investments i
    join investment_statuses s on s.organization_id = i.organization_id and s.id = i.status_id
    ${sql.join(amounts, sql` `)}
    where i.organization_id = ${tenant.organization_id} and i.deleted_at is null
      and ${allOrAny(tenant, { match, rules }, inside)}))`
}

const isMoney = ({ field }: Rule) => fieldOf(field).kind === 'money'
const currencyOf = ({ value }: Rule) => (value as Threshold).currency
const currenciesOf = (rules: readonly Rule[]) => [...new Set(rules.filter(isMoney).map(currencyOf))]

/** The records that rules name, by table. */
function namedIn(rules: readonly Rule[]): [Records, string[]][] {
  const named = new Map<Records, Set<string>>()
  for (const { field, value } of rules) {
    const { records } = fieldOf(field)
    if (records && Array.isArray(value))
      named.set(records, new Set([...(named.get(records) ?? []), ...value.map((id) => id.toLowerCase())]))
  }
  return [...named].map(([table, ids]) => [table, [...ids]])
}

/** Tags are deleted permanently; a former team member still counts as existing. */
const existsCondition = (table: Records) =>
  table === 'tags' || table === 'users' ? sql`true` : sql`deleted_at is null`

function missingReferences({ organization_id }: Tenant, rules: readonly Rule[]): Sql {
  const each = namedIn(rules).map(
    ([table, ids]) => sql`(select count(*) from ${sql.table(table)}
      where organization_id = ${organization_id} and id = any (${ids}::uuid[]) and ${existsCondition(table)}) = ${ids.length}`,
  )
  const custom = rules
    .filter(({ field }) => isCustomField(field))
    .map(
      ({ field, custom: key, value }) => sql`exists (select from custom_fields f
      where f.organization_id = ${organization_id} and f.record = ${aboutOf(field)} and f.key = ${key} and f.deleted_at is null
        and f.type = any (${typesOf(field)}::text[])
        and ${array(choicesIn({ field, value }))} <@ array(
          select h ->> 'id' from jsonb_array_elements(f.choices) h where not h ? 'is_deleted'))`,
    )
  return sql.join([sql`true`, ...each, ...custom], sql` and `)
}

/** Types of custom fields that fit a rule on this field. Values of another type cannot be compared; text might not be a date. */
const typesOf = (field: FieldName) =>
  CustomType.options.filter((type) => customRuleField(aboutOf(field), type) === field)

const array = (texts: readonly string[]): Sql => sql`${texts}::text[]`
const choicesIn = ({ field, value }: Pick<Rule, 'field' | 'value'>) =>
  fieldOf(field).kind === 'custom_choice' && Array.isArray(value) ? value : []

/** The rules of these segments that name a deleted record, in the given order. */
export async function brokenRulesIn(tenant: Tenant, segments: readonly (Segment | null)[]): Promise<BrokenRule[][]> {
  const rules = segments.map((segment) => (segment ? rulesIn(segment) : []))
  const all = rules.flat().map(({ rule }) => rule)
  const gone = await goneRecords(tenant, namedIn(all))
  const fields = all.some(({ field }) => isCustomField(field)) ? await fieldsOf(tenant) : []
  return rules.map((own) =>
    own.flatMap(({ rule, path }) => {
      const { records } = fieldOf(rule.field)
      const ids = records && Array.isArray(rule.value) ? rule.value : []
      const missing = [
        ...ids.filter((id) => gone.has(`${records} ${id.toLowerCase()}`)),
        ...(isCustomField(rule.field) ? goneCustom(fields, rule) : []),
      ]
      return missing.length > 0 ? [{ path, field: rule.field, missing }] : []
    }),
  )
}

/** What the rule names in vain: the key of a custom field that is deleted or of another type, or ids of deleted choices. */
function goneCustom(fields: readonly CustomField[], { field, custom = '', value }: Rule): string[] {
  const about = aboutOf(field)
  const found = fields.find(({ record, key }) => record === about && key === custom)
  if (!found || customRuleField(about, found.type) !== field) return [custom]
  return choicesIn({ field, value }).filter((id) => !found.choices.some((choice) => choice.id === id))
}

async function goneRecords(tenant: Tenant, named: [Records, string[]][]): Promise<ReadonlySet<string>> {
  if (named.length === 0) return new Set()
  const { rows } = await sql<{ name: string; id: string }>`${sql.join(
    named.map(
      ([table, ids]) => sql`select ${table} as name, requested.id from unnest(${ids}::uuid[]) requested (id)
        where not exists (select from ${sql.table(table)}
          where organization_id = ${tenant.organization_id} and id = requested.id and ${existsCondition(table)})`,
    ),
    sql` union all `,
  )}`.execute(tenant.db)
  return new Set(rows.map(({ name, id }) => `${name} ${id}`))
}
