// Form state of a broadcast group; incomplete rules have no value yet.
import * as z from 'zod/mini'
import { type BroadcastGroupDetail, BroadcastGroupInput } from '../../../contract/broadcast-groups.ts'
import {
  aboutOf,
  type FieldName,
  fieldOf,
  type InvestmentRules,
  type Operator,
  operatorsOf,
  type Rule,
  type RuleGroup,
  type SegmentNode,
  type Threshold,
  valueSchemaOf,
} from '../../../contract/segments.ts'

/** `key` identifies a rule while rules are added and removed. */
type Keyed<T> = Omit<T, 'rules'> & { key: number }
export type EditRule = Keyed<Rule>
export type EditGroup = Keyed<RuleGroup> & { rules: EditNode[] }
export type EditInvestments = Keyed<InvestmentRules> & { rules: EditNode[] }
export type EditNode = EditRule | EditGroup | EditInvestments
/** A path in the tree of rules: indexes from the root. */
export type NodePath = readonly number[]

export type Draft = {
  name: string
  contact_ids: string[]
  exclude_contact_ids: string[]
  wa_group_ids: string[]
  segment: EditGroup | null
}

let lastKey = 0
const nextKey = () => ++lastKey

export const newDraft = (): Draft => ({
  name: '',
  contact_ids: [],
  exclude_contact_ids: [],
  wa_group_ids: [],
  segment: null,
})

export function draftOf(group: BroadcastGroupDetail): Draft {
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id)
  return {
    name: group.name,
    contact_ids: ids(group.contacts),
    exclude_contact_ids: ids(group.excluded),
    wa_group_ids: ids(group.wa_groups),
    segment: group.segment && (keyed(group.segment) as EditGroup),
  }
}

function keyed(node: SegmentNode): EditNode {
  if (node.type === 'rule') return { ...node, key: nextKey() }
  return { ...node, key: nextKey(), rules: node.rules.map(keyed) }
}

/** The request body; incomplete rules are rejected by its schema, at their place. */
export function inputOf({ segment, ...draft }: Draft) {
  return { ...draft, segment: segment && plain(segment) }
}

function plain({ key, ...node }: EditNode): unknown {
  if (node.type !== 'rule') return { ...node, rules: node.rules.map(plain) }
  const { value, ...rule } = node
  return valueSchemaOf(node.field, node.operator) ? node : rule
}

/** The form is validated with the schema of the request. */
export const DraftCheck = z.pipe(
  z.transform(inputOf),
  BroadcastGroupInput as unknown as z.ZodMiniType<unknown, ReturnType<typeof inputOf>>,
)

// ── changes of the tree ──────────────────────────────────────────────────────────────────────────────

export const newRule = (field: FieldName): EditRule => {
  const operator = operatorsOf(field)[0]!
  return { type: 'rule', key: nextKey(), field, operator, value: firstValue(field, operator) }
}
export const newGroup = (...rules: EditNode[]): EditGroup => ({
  type: 'group',
  key: nextKey(),
  match: 'all',
  rules,
})
export const newInvestments = (...rules: EditNode[]): EditInvestments => ({
  type: 'investment',
  key: nextKey(),
  has: 'some',
  match: 'all',
  rules,
})

/** The initial operator; a rule keeps its value if the next operator accepts it. */
function firstValue(field: FieldName, operator: Operator, before?: EditRule): EditRule['value'] {
  const schema = valueSchemaOf(field, operator)
  if (!schema) return undefined
  const { kind, records } = fieldOf(field)
  if (before && fieldOf(before.field).kind === kind && fieldOf(before.field).records === records && kind !== 'choice') {
    const isSame = typeof before.value === typeof shape(field, operator)
    if (isSame && before.value !== undefined) return before.value
  }
  return before?.field === field && z.safeParse(schema, before.value).success ? before.value : shape(field, operator)
}

function shape(field: FieldName, operator: Operator): EditRule['value'] {
  switch (fieldOf(field).kind) {
    case 'text':
    case 'custom_number':
      return ''
    case 'yes_no':
    case 'custom_yes_no':
      return true
    case 'money':
    case 'custom_money':
      return { amount: '', currency: '' }
    case 'day':
    case 'plan':
    case 'custom_date':
      return operator.startsWith('on_or') ? '' : 30
    case 'past':
    case 'coming':
      return 30
    default:
      return []
  }
}

export const withOperator = (rule: EditRule, operator: Operator): EditRule => ({
  ...rule,
  operator,
  value: firstValue(rule.field, operator, rule),
})

/** Changes the field; an investment field among contact rules becomes a group about one investment. */
export function withField(
  { custom: former, ...rule }: EditRule,
  { field, custom }: Pick<Rule, 'field' | 'custom'>,
  about: 'contact' | 'investment',
): EditNode {
  const operators = operatorsOf(field)
  const operator = operators.includes(rule.operator) ? rule.operator : operators[0]!
  // Another custom field has other choices, so the value cannot stay.
  const value = firstValue(
    field,
    operator,
    fieldOf(field).kind === 'custom_choice' && custom !== former ? undefined : rule,
  )
  const next: EditRule = { ...rule, field, ...(custom && { custom }), operator, value }
  return aboutOf(field) === 'investment' && about === 'contact' ? newInvestments(next) : next
}

export function replaced(group: EditGroup, place: NodePath, next: EditNode | undefined): EditGroup | null {
  return changed(group, place, next) as EditGroup | null
}

/** Removing the last rule of a group removes the group. */
function changed(node: EditNode, [index, ...rest]: NodePath, next: EditNode | undefined): EditNode | null {
  if (index === undefined) return next ?? null
  if (node.type === 'rule') return node
  const rules = node.rules.flatMap((each, at) => (at === index ? (changed(each, rest, next) ?? []) : each))
  return rules.length === 0 ? null : { ...node, rules }
}

/** `rules.0.rules.1`, as in error paths. */
export const pathOf = (place: NodePath) => place.map((index) => `rules.${index}`).join('.')

/** Paths at which a rule's value can have an error. */
export function valuePathsIn(node: EditNode, place: NodePath = []): string[] {
  if (node.type === 'rule') return [`segment.${pathOf(place)}.value`]
  return node.rules.flatMap((each, index) => valuePathsIn(each, [...place, index]))
}

export const isThreshold = (value: unknown): value is Threshold =>
  typeof value === 'object' && value !== null && 'currency' in value
