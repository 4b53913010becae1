// Segment rules in SQL give the same contacts as a plain evaluation, for random records and rules.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  aboutOf,
  customRuleField,
  fieldOf,
  fieldsOf,
  type InvestmentRules,
  isCustomField,
  operatorsOf,
  type Rule,
  type RuleGroup,
  type Segment,
  type SegmentNode,
  Segment as SegmentSchema,
} from '../../../../../contract/segments.ts'
import { dayOf } from '../../../../platform/db/day.ts'
import { inTenant, type Tenant } from '../../../../platform/db/index.ts'
import { testApp } from '../../../../test/app.ts'
import { type EvaluatedContact, evaluated, type Mode } from '../../../../test/evaluation.ts'
import { organizationOf } from '../../../../test/two-at-once.ts'
import { type Chance, chance, customTypes, dayAgo, makeWorld, type World } from '../../../../test/world.ts'
import { brokenRulesIn, contactsOf, possibleContactsOf } from './queries.ts'

const { signUp, database } = await testApp()

test.each([1, 2, 3])('SQL matches the plain evaluation (%i)', async (seed) => {
  const person = await signUp()
  await inTenant(database, { organization_id: organizationOf(person) }, async (tenant) => {
    const world = await makeWorld(tenant, seed)
    const today = await dayOf(tenant)
    const random = chance(seed * 1_000)
    let found = 0
    for (let round = 0; round < 30; round++) {
      const segment = anySegment(random, world, today)
      expect(SegmentSchema.safeParse(segment).error).toBeUndefined()
      for (const undecided of ['fails', 'holds'] as const) {
        const answer = await asked(tenant, segment, undecided)
        expect(answer, JSON.stringify(segment)).toEqual(evaluated(world, today, segment, undecided))
        found += answer.length
      }
    }
    expect(found).toBeGreaterThan(150)
  })
})

test('every field and operator is supported', async () => {
  const person = await signUp()
  await inTenant(database, { organization_id: organizationOf(person) }, async (tenant) => {
    const world = await makeWorld(tenant, 7)
    const today = await dayOf(tenant)
    const random = chance(7)
    for (const field of fieldsOf('contact', 'investor', 'investment')) {
      for (const operator of operatorsOf(field)) {
        for (const custom of customsOf(field)) {
          const value = anyValue(random, world, today, field, operator, custom)
          const segment = within({ type: 'rule', field, custom, operator, value })
          for (const mode of ['fails', 'holds'] as const)
            expect(await asked(tenant, segment, mode), `${field} ${custom} ${operator}`).toEqual(
              evaluated(world, today, segment, mode),
            )
        }
      }
    }
  })
})

test('deleting a custom field or a choice adds no contact', async () => {
  const person = await signUp()
  await inTenant(database, { organization_id: organizationOf(person) }, async (tenant) => {
    await makeWorld(tenant, 13)
    const rule: Rule = {
      type: 'rule',
      field: 'contact.custom_choice',
      custom: 'tier',
      operator: 'none_of',
      value: ['gold'],
    }
    const empty: Rule = { type: 'rule', field: 'contact.custom_text', custom: 'note', operator: 'is_empty' }
    const segments = [any(rule), any(empty)]
    for (const segment of segments) expect(await asked(tenant, segment, 'fails')).not.toEqual([])
    expect(await brokenRulesIn(tenant, segments)).toEqual([[], []])
    await sql`update custom_fields set choices = jsonb_set(choices, '{0,is_deleted}', 'true') where key = 'tier'`.execute(
      tenant.db,
    )
    await sql`update custom_fields set deleted_at = now() where key = 'note'`.execute(tenant.db)
    for (const segment of segments) expect(await asked(tenant, segment, 'holds')).toEqual([])
    expect(await brokenRulesIn(tenant, segments)).toEqual([
      [{ path: 'rules.0', field: 'contact.custom_choice', missing: ['gold'] }],
      [{ path: 'rules.0', field: 'contact.custom_text', missing: ['note'] }],
    ])
  })
})

test('no deletion adds a contact', async () => {
  const person = await signUp()
  await inTenant(database, { organization_id: organizationOf(person) }, async (tenant) => {
    const { master } = await makeWorld(tenant, 11)
    const named = [
      ['contact.tag', master.tags[0]!.id, 'tags'],
      ['investor.tag', master.tags[1]!.id, 'tags'],
      ['investor.type', master.investor_types[0]!.id, 'investor_types'],
      ['investor.stage', master.investment_stages[0]!.id, 'investment_stages'],
      ['investment.stage', master.investment_stages[1]!.id, 'investment_stages'],
      ['investment.status', master.investment_statuses[0]!.id, 'investment_statuses'],
      ['investment.offering', master.offerings[0]!.id, 'offerings'],
    ] as const
    const segments = named.map(([field, id]) => {
      const rule: Rule = { type: 'rule', field, operator: 'none_of', value: [id] }
      const none: InvestmentRules = {
        type: 'investment',
        has: 'none',
        match: 'any',
        rules: [{ ...rule, operator: 'any_of' }],
      }
      const anybody: Rule = { type: 'rule', field: 'contact.has_number', operator: 'is', value: true }
      return any(aboutOf(field) === 'investment' ? none : rule, anybody)
    })
    for (const segment of segments) expect(await asked(tenant, segment, 'holds')).not.toEqual([])
    for (const [, id, table] of named)
      await (table === 'tags'
        ? sql`delete from tags where id = ${id}`
        : sql`update ${sql.table(table)} set deleted_at = now() where id = ${id}`
      ).execute(tenant.db)
    for (const segment of segments) expect(await asked(tenant, segment, 'holds')).toEqual([])
  })
})

async function asked(tenant: Tenant, segment: Segment, undecided: Mode): Promise<EvaluatedContact[]> {
  const found = undecided === 'fails' ? contactsOf(tenant, segment) : possibleContactsOf(tenant, segment)
  const { rows } = await sql<EvaluatedContact>`select * from (${found}) s order by contact_id`.execute(tenant.db)
  return rows
}

// ── random rules ─────────────────────────────────────────────────────────────────────────────────────

const any = (...rules: SegmentNode[]): RuleGroup => ({ type: 'group', match: 'any', rules })

function within(rule: Rule): Segment {
  return any(
    aboutOf(rule.field) === 'investment' ? { type: 'investment', has: 'some', match: 'all', rules: [rule] } : rule,
  )
}

/** The custom fields that a rule on this field may name. A rule on a built-in field names none (undefined). */
function customsOf(field: Rule['field']): (string | undefined)[] {
  if (!isCustomField(field)) return [undefined]
  const types = Object.entries(customTypes)
  return types.flatMap(([key, type]) => (customRuleField(aboutOf(field), type) === field ? key : []))
}

function anySegment(random: Chance, world: World, today: string): Segment {
  const rule = (...about: Parameters<typeof fieldsOf>): Rule => {
    const field = random.one(fieldsOf(...about))
    const operator = random.one(operatorsOf(field))
    const custom = random.one(customsOf(field))
    const value = anyValue(random, world, today, field, operator, custom)
    const named = { type: 'rule', field, ...(custom && { custom }), operator } as const
    return value === undefined ? named : { ...named, value }
  }
  const several = <T>(make: () => T): T[] => Array.from({ length: 1 + random.below(3) }, make)
  const match = () => random.one(['all', 'any'] as const)
  const investments = (): InvestmentRules => ({
    type: 'investment',
    has: random.one(['some', 'some', 'none']),
    match: match(),
    rules: several(() =>
      random.next() < 0.2
        ? { type: 'group', match: match(), rules: several(() => rule('investment')) }
        : rule('investment'),
    ),
  })
  const group = (level: number): RuleGroup => ({
    type: 'group',
    match: match(),
    rules: several(() => {
      const kind = random.next()
      if (kind < 0.3) return investments()
      return kind < 0.5 && level < 3 ? group(level + 1) : rule('contact', 'investor')
    }),
  })
  return group(1)
}

function anyValue(
  random: Chance,
  world: World,
  today: string,
  field: Rule['field'],
  operator: Rule['operator'],
  custom: string | undefined,
): Rule['value'] {
  const { kind, options, records } = fieldOf(field)
  const few = <T>(of: readonly T[]) =>
    random.next() < 0.7 ? [random.one(of)] : [...new Set([random.one(of), random.one(of)])]
  if (['is_empty', 'is_filled', 'ever', 'never'].includes(operator)) return undefined
  switch (kind) {
    case 'text':
      return random.one(['budi', 'EMILE', '1', 'acme', 'Angel', 'refer', '%', '_'])
    case 'choice':
      return few(options!)
    case 'record':
      return records === 'users' ? few(world.users) : few(world.master[records!].map(({ id }) => id))
    case 'language':
      return few(['id', 'en', 'pt', 'pt-BR'])
    case 'country':
      return few(['ID', 'US', 'CA', 'SG', 'AQ'])
    case 'currency':
      return few(world.currencies)
    case 'custom_person':
      return few(world.users)
    case 'custom_choice':
      return few(custom === 'tier' ? ['gold', 'silver'] : ['tea', 'oil'])
    case 'custom_number':
      return random.one(['-7.5', '0', '12.01', '99'])
    case 'custom_yes_no':
    case 'yes_no':
      return random.next() < 0.5
    case 'day':
    case 'plan':
    case 'custom_date':
      return operator.startsWith('on_or') ? dayAgo(today, random.below(90) - 30) : 1 + random.below(60)
    case 'past':
    case 'coming':
      return 1 + random.below(60)
    case 'custom_money':
    case 'money':
      return {
        amount: random.one(['0', '100', '99.5', '1000', '16000000', '250', '4']),
        currency: random.one(world.currencies),
      }
  }
}
