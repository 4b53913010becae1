// Reimports investments from Kabar's own files. Their transactions are in a file of their own.
import * as z from 'zod/mini'
import { type Investment, InvestmentChange, InvestmentInput } from '../../../contract/investments.ts'
import { message } from '../../../contract/messages/message.ts'
import type { Tenant } from '../../platform/db/index.ts'
import { automaticTitle, columns, create, getMany, matches, update } from '../investments/service.ts'
import { matches as investorsLike } from '../investors/service.ts'
import { create as createOffering, named as offeringsNamed } from '../offerings/service.ts'
import { idsOfNames } from '../tags/service.ts'
import { short } from './cells.ts'
import type { UndoStep } from './importer.ts'
import {
  checked,
  idsOf,
  namesIn,
  pick,
  type ReimportInput,
  type ReimportKind,
  readTags,
  renamedIn,
} from './reimport-kinds.ts'

const plain = ['reference', 'currency', 'lost_reason', 'notes'] as const
const orNull = [
  'instrument',
  'expected_amount',
  'committed_amount',
  'expected_close_on',
  'committed_on',
  'closed_on',
  'units',
  'unit_price',
  'ownership_percent',
  'interest_rate_percent',
  'discount_percent',
  'valuation_cap',
  'maturity_on',
] as const

type Current = Investment & { name: string }

export const reimportInvestments: ReimportKind<Current> = {
  what: 'investment',
  needs: 'investor',
  fields: [...plain, ...orNull, 'title', 'investor', 'offering', 'status', 'stage', 'probability', 'owner', 'tags'],
  shown: (investment) =>
    Object.fromEntries(columns.map(({ header, value }) => [header, String(value(investment) ?? '')])),
  looker: async (tenant, rows) => {
    const calledBy = (investment: Investment): Current => ({ ...investment, name: investment.reference })
    const byId = new Map((await getMany(tenant, idsOf(rows))).map((each) => [each.id, calledBy(each)]))
    const references = rows.map(({ reference = '' }) => reference).filter(Boolean)
    const like = (await matches(tenant, references, [])).map(({ id }) => id)
    const others = (await getMany(tenant, like)).map(calledBy)
    const investors = await investorsLike(
      tenant,
      rows.map(({ investor_code = '' }) => investor_code).filter(Boolean),
      rows.map(({ investor = '' }) => investor).filter(Boolean),
    )
    const offerings = await offeringsNamed(tenant, rows.map(({ offering = '' }) => offering).filter(Boolean))
    const names = await namesIn(tenant)
    const investorOf = ({ investor = '', investor_code = '' }: { [field: string]: string }) => {
      const called = investors.filter(({ name }) => name.toLowerCase() === investor.toLowerCase())
      const coded = called.filter(({ code }) => code.toLowerCase() === investor_code.toLowerCase())
      return coded[0] ?? (called.length === 1 ? called[0] : undefined)
    }
    return {
      renamed: ({ status, stage, ...texts }) => ({
        ...texts,
        ...(status !== undefined && { status: renamedIn(names.statuses, status) }),
        ...(stage !== undefined && { stage: renamedIn(names.stages, stage) }),
      }),
      find(texts) {
        const current = byId.get((texts.id ?? '').toLowerCase())
        if (current) return { current, isById: true }
        const match = others.find(({ reference }) => reference.toLowerCase() === texts.reference?.toLowerCase())
        // References are numbered per organization: the same one may be another investment here.
        if (match && match.investor.name.toLowerCase() !== texts.investor?.toLowerCase())
          return { isById: false, problem: message('row.of_other_investor', { name: match.reference }) }
        return { current: match, isById: false }
      },
      read(texts, row, current, say) {
        const input: ReimportInput = {}
        for (const field of plain) if (texts[field] !== undefined) input[field] = texts[field]
        for (const field of orNull) if (texts[field] !== undefined) input[field] = texts[field] || null
        if (texts.investor !== undefined) {
          input.investor_id = investorOf(row)?.id
          if (!input.investor_id)
            say.problem(message('row.no_investor', { name: short(row.investor || row.investor_code || '?') }))
        }
        if (texts.offering !== undefined) {
          const offering = offerings.find(({ name }) => name.toLowerCase() === texts.offering!.toLowerCase())
          input.offering_id = offering?.id ?? null
          if (texts.offering && !offering) input.offering = texts.offering
        }
        const status =
          texts.status === undefined ? undefined : pick(names.statuses, texts.status, message('column.status'), say)
        if (status) input.status_id = status.id
        if (texts.stage !== undefined)
          input.stage_id = texts.stage ? pick(names.stages, texts.stage, message('column.stage'), say)?.id : null
        if (texts.probability !== undefined) {
          const own = /^\d+$/.test(texts.probability) ? Number(texts.probability) : null
          // A file shows the status's probability if the investment has none of its own.
          input.probability = !current && own === status?.probability ? null : own
        }
        if (texts.owner !== undefined) input.owner_user_id = names.owner(texts.owner, say)
        if (texts.title !== undefined)
          input.title = texts.title === automaticTitle(row.investor ?? '', row.offering || null) ? '' : texts.title
        const { offering, ...given } = input
        if (offering) say.remark(message('row.creates_offering', { name: offering }))
        return {
          ...checked(current ? changeable : InvestmentInput, given, say),
          ...(offering && { offering }),
          ...(texts.tags !== undefined && { tags: readTags(texts.tags, say) }),
        }
      },
    }
  },
  create: async (tenant, { tags = [], offering, ...input }, undo) => {
    const offering_id = offering ? await offeringNamed(tenant, offering, input.currency, undo) : input.offering_id
    return await create(tenant, {
      ...(input as InvestmentInput),
      offering_id,
      tag_ids: await idsOfNames(tenant, tags),
    })
  },
  update: async (tenant, current, { tags, offering, ...input }, undo) => {
    const change: ReimportInput = {
      ...input,
      ...(offering && { offering_id: await offeringNamed(tenant, offering, current.currency, undo) }),
      ...(tags && { tag_ids: await idsOfNames(tenant, tags) }),
    }
    const { version } = await update(tenant, current.id, { version: current.version, ...change })
    return { what: 'investment', id: current.id, version, before: before(current, change) }
  },
}

const changeable = z.omit(InvestmentChange, { version: true })

/** Files do not include the kind of an offering. */
async function offeringNamed(tenant: Tenant, name: string, currency: string, undo: UndoStep): Promise<string> {
  const [existing] = await offeringsNamed(tenant, [name])
  if (existing) return existing.id
  const { id } = await createOffering(tenant, { name, kind: 'other', currency })
  undo.made!.push({ what: 'offering', id, version: 1 })
  return id
}

const labels = {
  status_id: 'status',
  stage_id: 'stage',
  offering_id: 'offering',
  investor_id: 'investor',
  owner_user_id: 'owner',
} as const

function before(current: Investment, change: ReimportInput): ReimportInput {
  return Object.fromEntries(
    Object.keys(change).map((field) => {
      if (field === 'tag_ids') return [field, current.tags.map(({ id }) => id)]
      if (field === 'title') return [field, current.title_is_automatic ? '' : current.title]
      if (field === 'probability') return [field, current.probability_is_own ? current.probability : null]
      const named = labels[field as keyof typeof labels]
      return [field, named ? (current[named]?.id ?? null) : current[field as keyof Investment]]
    }),
  )
}
