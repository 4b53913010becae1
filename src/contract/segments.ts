// Segments: rules over a contact, the investors it speaks for and their investments. One table defines the operators and values
// of each field, for the editor, the validation and the SQL.

import * as z from 'zod/mini'
import { Country, Day, Id, Locale, line } from './common.ts'
import { Consent, ContactRole } from './contacts.ts'
import { CustomKey, CustomNumber, type CustomType } from './custom-values.ts'
import { Instrument } from './investments.ts'
import { Relationship } from './investors.ts'
import { InvestorKind, StatusCategory } from './master-data.ts'
import { issue, issueOf } from './messages/issue.ts'
import { Amount, Currency, precisionFault } from './money.ts'

/** Records that a rule may reference by id. */
export type Records = 'tags' | 'investor_types' | 'investment_statuses' | 'investment_stages' | 'offerings' | 'users'

const few = <S extends z.ZodMiniType<string, string>>(item: S) =>
  z
    .array(item)
    .check(
      z.minLength(1, { error: issue('field.required') }),
      z.maxLength(100, { error: issue('bounds.max_values', { count: 100 }) }),
    )
const DayCount = z
  .int({ error: issue('field.not_whole_number') })
  .check(
    z.gte(1, { error: issue('bounds.min', { bound: 1 }) }),
    z.lte(3650, { error: issue('bounds.max', { bound: 3650 }) }),
  )
/** An amount, and the currency to compare in. */
export const Threshold = z.strictObject({ amount: Amount, currency: Currency }).check((context) => {
  const fault = precisionFault(context.value.amount, context.value.currency)
  if (fault)
    context.issues.push({ code: 'custom', input: context.value.amount, path: ['amount'], message: issueOf(fault) })
})
export type Threshold = z.output<typeof Threshold>

const amounts = { more_than: Threshold, at_least: Threshold, less_than: Threshold, at_most: Threshold }
const among = <S extends z.ZodMiniType<string, string>>(item: S) => ({ any_of: few(item), none_of: few(item) })
const filled = { is_empty: null, is_filled: null }
const plan = {
  on_or_after: Day,
  on_or_before: Day,
  within_next_days: DayCount,
  within_days: DayCount,
  older_than_days: DayCount,
}
/** Operators of each kind of field, with the kind of value; null if the operator takes none. */
const kinds = {
  text: { contains: line(200), lacks: line(200), ...filled },
  choice: among(z.string()),
  record: among(Id),
  /** A language also matches its variants: `pt` matches `pt-BR`. */
  language: among(Locale),
  country: among(Country),
  currency: among(Currency),
  yes_no: { is: z.boolean() },
  /** For totals and amounts; a missing one counts as zero. */
  money: amounts,
  /** A calendar day. No operator matches a missing one. */
  day: { on_or_after: Day, on_or_before: Day, within_days: DayCount, older_than_days: DayCount },
  /** A calendar day that may be in the future. */
  plan,
  /** When something last happened; may never have. */
  past: { within_days: DayCount, not_within_days: DayCount, ever: null, never: null },
  /** A day from today on. */
  coming: { within_next_days: DayCount },
  /** Values of custom fields. An empty value matches only `is_empty` and operators that exclude. */
  custom_number: {
    more_than: CustomNumber,
    at_least: CustomNumber,
    less_than: CustomNumber,
    at_most: CustomNumber,
    ...filled,
  },
  custom_money: { ...amounts, ...filled },
  custom_date: { ...plan, ...filled },
  /** Ids of choices. */
  custom_choice: { ...among(CustomKey), ...filled },
  custom_yes_no: { is: z.boolean(), ...filled },
  custom_person: { ...among(Id), ...filled },
} as const
export type FieldKind = keyof typeof kinds

interface Field {
  kind: FieldKind
  /** Choices of an enumeration. */
  options?: readonly string[]
  /** References to records. */
  records?: Records
}

const list = <const T extends Record<string, Field>>(fields: T) => fields

/** In the order of the editor. The prefix before the dot is the subject of the field. */
export const fields = list({
  'contact.name': { kind: 'text' },
  'contact.company': { kind: 'text' },
  'contact.job_title': { kind: 'text' },
  'contact.tag': { kind: 'record', records: 'tags' },
  'contact.consent': { kind: 'choice', options: Consent.options },
  'contact.language': { kind: 'language' },
  /** Country of the phone number. */
  'contact.country': { kind: 'country' },
  'contact.has_number': { kind: 'yes_no' },
  'contact.created': { kind: 'day' },
  /** When a message was last sent to the number. */
  'contact.messaged': { kind: 'past' },
  /** When the contact last wrote. */
  'contact.replied': { kind: 'past' },
  /** Whether the contact speaks for any investor. */
  'contact.has_investor': { kind: 'yes_no' },
  'investor.name': { kind: 'text' },
  'investor.type': { kind: 'record', records: 'investor_types' },
  'investor.kind': { kind: 'choice', options: InvestorKind.options },
  /** The contact's role at the investor. */
  'investor.role': { kind: 'choice', options: ContactRole.options },
  'investor.relationship': { kind: 'choice', options: Relationship.options },
  /** The investor's preferences. */
  'investor.stage': { kind: 'record', records: 'investment_stages' },
  'investor.tag': { kind: 'record', records: 'tags' },
  'investor.country': { kind: 'country' },
  'investor.city': { kind: 'text' },
  'investor.owner': { kind: 'record', records: 'users' },
  'investor.source': { kind: 'text' },
  'investor.follow_up_on': { kind: 'plan' },
  'investor.committed': { kind: 'money' },
  'investor.funded': { kind: 'money' },
  'investor.outstanding': { kind: 'money' },
  'investor.distributed': { kind: 'money' },
  'investment.offering': { kind: 'record', records: 'offerings' },
  'investment.status': { kind: 'record', records: 'investment_statuses' },
  'investment.category': { kind: 'choice', options: StatusCategory.options },
  'investment.stage': { kind: 'record', records: 'investment_stages' },
  'investment.instrument': { kind: 'choice', options: Instrument.options },
  'investment.currency': { kind: 'currency' },
  'investment.tag': { kind: 'record', records: 'tags' },
  'investment.owner': { kind: 'record', records: 'users' },
  'investment.committed': { kind: 'money' },
  'investment.funded': { kind: 'money' },
  'investment.outstanding': { kind: 'money' },
  'investment.due': { kind: 'money' },
  'investment.overdue': { kind: 'money' },
  'investment.distributed': { kind: 'money' },
  'investment.committed_on': { kind: 'day' },
  'investment.expected_close_on': { kind: 'plan' },
  'investment.maturity_on': { kind: 'plan' },
  'investment.is_overdue': { kind: 'yes_no' },
  /** A scheduled contribution. */
  'investment.due_on': { kind: 'coming' },
  ...customFieldsOf('contact'),
  ...customFieldsOf('investor'),
  ...customFieldsOf('investment'),
})

/** One field for each type of custom field. The rule's `custom` is the key of the custom field that it is about. */
function customFieldsOf<const A extends About>(about: A) {
  return {
    [`${about}.custom_text`]: { kind: 'text' },
    [`${about}.custom_number`]: { kind: 'custom_number' },
    [`${about}.custom_money`]: { kind: 'custom_money' },
    [`${about}.custom_date`]: { kind: 'custom_date' },
    [`${about}.custom_choice`]: { kind: 'custom_choice' },
    [`${about}.custom_yes_no`]: { kind: 'custom_yes_no' },
    [`${about}.custom_person`]: { kind: 'custom_person', records: 'users' },
  } as Record<`${A}.custom_${CustomKind}`, Field>
}
type CustomKind = 'text' | 'number' | 'money' | 'date' | 'choice' | 'yes_no' | 'person'

/** The field of a rule on a custom field of type `type`. */
export function customRuleField(about: About, type: CustomType): FieldName {
  const kind = type === 'link' ? 'text' : type === 'choices' ? 'choice' : type
  return `${about}.custom_${kind}`
}
/** Without an exchange rate, such a rule cannot be decided. */
export const needsRates = (field: FieldName) => ['money', 'custom_money'].includes(fieldOf(field).kind)
/** Whether a rule compares an amount. */
export const comparesAmounts = (segment: Segment | null): boolean =>
  segment !== null && rulesIn(segment).some(({ rule }) => needsRates(rule.field))
export const isCustomField = (field: FieldName) => field.includes('.custom_')
export type FieldName = keyof typeof fields
export type About = 'contact' | 'investor' | 'investment'
export type Operator = { [K in FieldKind]: keyof (typeof kinds)[K] }[FieldKind]

export const aboutOf = (field: FieldName) => field.slice(0, field.indexOf('.')) as About
export const fieldOf = (name: FieldName): Field => fields[name]
export const fieldsOf = (...about: About[]) =>
  (Object.keys(fields) as FieldName[]).filter((name) => about.includes(aboutOf(name)))
export const operatorsOf = (field: FieldName) => Object.keys(kinds[fields[field].kind]) as Operator[]
/** The schema of the value; null if the operator takes none. */
export function valueSchemaOf(field: FieldName, operator: Operator): z.ZodMiniType | null {
  const { kind, options } = fieldOf(field)
  if (kind === 'choice' && options) return few(z.enum(options as [string, ...string[]]))
  return (kinds[kind] as Record<string, z.ZodMiniType | null>)[operator] ?? null
}

export interface Rule {
  type: 'rule'
  field: FieldName
  /** Key of the custom field, if the rule is about one. */
  custom?: string | undefined
  operator: Operator
  value?: string | number | boolean | string[] | Threshold | undefined
}
/** All or any of its rules match. */
export interface RuleGroup {
  type: 'group'
  match: 'all' | 'any'
  rules: SegmentNode[]
}
/** The investor has some investment (or none) for which all or any of these rules match, on the same investment. */
export interface InvestmentRules {
  type: 'investment'
  has: 'some' | 'none'
  match: 'all' | 'any'
  rules: (Rule | RuleGroup)[]
}
export type SegmentNode = Rule | RuleGroup | InvestmentRules

/** Groups nest at most two levels deep. The rules of an investment may contain groups of rules. */
export const maxDepth = 3
export const maxRules = 50
const Match = z.enum(['all', 'any'])

/**
 * A segment: the contacts that match the rules. All rules about an investor apply to the same one of the investors the contact
 * speaks for.
 */
export const Segment = (
  groupOf('group', ['contact', 'investor'], 1) as unknown as z.ZodMiniType<RuleGroup, RuleGroup>
).check(
  z.refine<RuleGroup>((segment) => sizeOf(segment) <= maxRules, {
    error: issue('bounds.max_rules', { max: maxRules }),
  }),
)
export type Segment = z.output<typeof Segment>

function groupOf(type: 'group' | 'investment', about: About[], level: number): z.ZodMiniType {
  const nodes = [
    z.discriminatedUnion('field', ruleOf(about)),
    ...(level < maxDepth ? [groupOf('group', about, level + 1)] : []),
    ...(about.includes('investor') ? [groupOf('investment', ['investment'], maxDepth - 1)] : []),
  ]
  const shape = {
    match: Match,
    rules: z
      .array(z.discriminatedUnion('type', nodes as unknown as [z.core.$ZodTypeDiscriminable]))
      .check(
        z.minLength(1, { error: issue('field.required') }),
        z.maxLength(maxRules, { error: issue('bounds.max_rules', { max: maxRules }) }),
      ),
  }
  return type === 'group'
    ? z.strictObject({ type: z.literal('group'), ...shape })
    : z.strictObject({ type: z.literal('investment'), has: z.enum(['some', 'none']), ...shape })
}

/** The schema of a rule for each field of these subjects. */
export function ruleOf(about: About[]): [z.core.$ZodTypeDiscriminable] {
  const rules = fieldsOf(...about).map((field) =>
    z.discriminatedUnion(
      'operator',
      operatorsOf(field).map((operator) => {
        const value = valueSchemaOf(field, operator)
        const shape = {
          type: z.literal('rule'),
          field: z.literal(field),
          ...(isCustomField(field) && { custom: CustomKey }),
          operator: z.literal(operator),
        }
        return value ? z.strictObject({ ...shape, value }) : z.strictObject(shape)
      }) as unknown as [z.core.$ZodTypeDiscriminable],
    ),
  )
  return rules as unknown as [z.core.$ZodTypeDiscriminable]
}

/** Total number of rules and groups. */
function sizeOf(node: SegmentNode): number {
  return node.type === 'rule' ? 1 : node.rules.reduce((sum, each) => sum + sizeOf(each), 1)
}

/** Every rule with its path: `rules.0.rules.1`. */
export function rulesIn(node: SegmentNode, path = ''): { rule: Rule; path: string }[] {
  if (node.type === 'rule') return [{ rule: node, path }]
  return node.rules.flatMap((each, index) => rulesIn(each, `${path}${path && '.'}rules.${index}`))
}

/** A rule that refers to a deleted record, custom field or choice. A segment with such a rule matches no contacts. */
export const BrokenRule = z.object({
  /** Path within the segment: `rules.0.rules.1`. */
  path: z.string(),
  field: z.string(),
  /** Ids of the deleted records or choices, or the key of the deleted custom field. */
  missing: z.array(z.string()),
})
export type BrokenRule = z.output<typeof BrokenRule>
