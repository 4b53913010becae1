// Imports offerings, from Kabar's own files and from other tables: matched by id, else by name.
import * as z from 'zod/mini'
import { message } from '../../../contract/messages/message.ts'
import { type Offering, OfferingChange, OfferingInput } from '../../../contract/offerings.ts'
import { columns, create, getMany, named, update } from '../offerings/service.ts'
import { short } from './cells.ts'
import type { ImportContext } from './importer.ts'
import { checked, idsOf, type ReimportInput, type ReimportKind, type ReportProblem } from './reimport-kinds.ts'
import { canonical, fitsCurrency, readAmount, readDay, unreadAmounts, unreadDay } from './styles.ts'

const amounts = ['target_amount', 'min_ticket'] as const
const days = ['opens_on', 'closes_on'] as const

export const reimportOfferings: ReimportKind<Offering> = {
  what: 'offering',
  needs: 'name',
  fields: ['name', 'kind', 'currency', 'state', ...amounts, ...days],
  shown: (offering) => Object.fromEntries(columns.map(({ header, value }) => [header, String(value(offering) ?? '')])),
  looker: async (tenant, rows, _before, context) => {
    const called = await named(
      tenant,
      rows.map(({ name = '' }) => name),
    )
    const there = await getMany(tenant, [...new Set([...idsOf(rows), ...called.map(({ id }) => id)])])
    return {
      find({ id = '', name = '' }) {
        const current = there.find((offering) => offering.id === id.toLowerCase())
        if (current) return { current, isById: true }
        return { current: there.find((each) => each.name.toLowerCase() === name.toLowerCase()), isById: false }
      },
      read(texts, row, current, say) {
        const currency = row.currency?.toUpperCase() || (current?.currency ?? context.options.currency)
        const input: ReimportInput = current ? {} : { name: '', currency }
        if (texts.name !== undefined) input.name = texts.name
        if (texts.kind) input.kind = kinds[texts.kind.toLowerCase()] ?? texts.kind.toLowerCase()
        if (texts.state) input.state = states[texts.state.toLowerCase()] ?? texts.state.toLowerCase()
        if (texts.currency) input.currency = currency
        for (const field of amounts)
          if (texts[field] !== undefined) input[field] = amountIn(texts[field], currency, context, say)
        for (const field of days) if (texts[field] !== undefined) input[field] = dayIn(texts[field], context, say)
        return checked(current ? changeable : OfferingInput, input, say)
      },
    }
  },
  create: async (tenant, input) => await create(tenant, input as OfferingInput),
  update: async (tenant, current, change) => {
    const { version } = await update(tenant, current.id, { version: current.version, ...change })
    const before = Object.fromEntries(Object.keys(change).map((field) => [field, current[field as keyof Offering]]))
    return { what: 'offering', id: current.id, version, before }
  },
}

const changeable = z.omit(OfferingChange, { version: true })

function amountIn(text: string, currency: string, { layout, options }: ImportContext, say: ReportProblem) {
  if (/^[-–—]?$/.test(text)) return null
  if (layout.isOwn) return text
  const reading = readAmount(text, options.number_style)
  if (reading.ok && fitsCurrency(reading.value.sign, currency)) return canonical(reading.value.amount)
  say.problem(
    reading.ok ? message('row.other_currency', { text: short(text), currency }) : unreadAmounts[reading.problem](text),
  )
  return null
}

function dayIn(text: string, { layout, options }: ImportContext, say: ReportProblem) {
  if (text === '' || layout.isOwn) return text || null
  const reading = readDay(text, options.date_style)
  if (reading.ok) return reading.value
  say.problem(unreadDay(text, reading.problem))
  return null
}

/** Words that tables of other programs use, in English and Indonesian. */
const kinds: { [word: string]: string } = {
  'funding round': 'round',
  putaran: 'round',
  'putaran pendanaan': 'round',
  dana: 'fund',
  proyek: 'project',
  properti: 'property',
  lainnya: 'other',
}
const states: { [word: string]: string } = {
  terbuka: 'open',
  dibuka: 'open',
  buka: 'open',
  tertutup: 'closed',
  ditutup: 'closed',
  tutup: 'closed',
}
