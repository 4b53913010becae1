// Reimports transactions from Kabar's own files: matched by id, else one by one with those of their investment.
import * as z from 'zod/mini'
import { message } from '../../../contract/messages/message.ts'
import { TransactionChange, TransactionInput } from '../../../contract/transactions.ts'
import { getMany as investmentsOf, matches } from '../investments/service.ts'
import { columns, create, type ListedTransaction, listed, ofInvestments, update } from '../transactions/service.ts'
import { short } from './cells.ts'
import { checked, idsOf, type ReimportInput, type ReimportKind, type Texts } from './reimport-kinds.ts'
import { claimedBefore } from './rows/queries.ts'

const plain = ['kind', 'state', 'amount', 'reference', 'note'] as const
const orNull = ['due_on', 'settled_on'] as const

type Current = ListedTransaction & { name: string; of: string }
const named = (row: ListedTransaction): Current => ({
  ...row,
  of: row.investment_id,
  name: `${row.investment}: ${row.currency} ${row.amount}`,
})

const keyOf = (row: Partial<Pick<ListedTransaction, (typeof plain)[number] | (typeof orNull)[number]>> | Texts) =>
  JSON.stringify([...plain, ...orNull].map((field) => canonical((row as Texts)[field] ?? '')))
const canonical = (text: string) => (/^\d+\.\d+$/.test(text) ? text.replace(/\.?0+$/, '') : text)

export const reimportTransactions: ReimportKind<Current> = {
  what: 'transaction',
  needs: 'amount',
  fields: [...plain, ...orNull],
  shown: (transaction) =>
    Object.fromEntries(columns.map(({ header, value }) => [header, String(value(transaction) ?? '')])),
  looker: async (tenant, rows, { seen, importId }) => {
    const byId = new Map((await listed(tenant, idsOf(rows))).map((row) => [row.id, named(row)]))
    const references = rows.map(({ investment = '' }) => investment).filter(Boolean)
    const matched = (await matches(tenant, references, [])).map(({ id }) => id)
    const existing = await investmentsOf(tenant, [...new Set([...matched, ...idsOf(rows, 'investment_id')])])
    const open = new Map<string, Current[]>()
    const there = await ofInvestments(
      tenant,
      existing.map(({ id }) => id),
    )
    const ids = there.map(({ id }) => id)
    const claimed = importId ? await claimedBefore(tenant, importId, ids) : seen
    for (const row of there) {
      if (seen.has(row.id) || claimed.has(row.id)) continue
      const key = `${row.investment_id} ${keyOf(row)}`
      open.set(key, [...(open.get(key) ?? []), named(row)])
    }
    const investmentOf = ({ investment_id = '', investment = '' }: Texts) =>
      existing.find(({ id }) => id === investment_id.toLowerCase()) ??
      existing.find(({ reference }) => reference.toLowerCase() === investment.toLowerCase())
    return {
      find(texts) {
        const current = byId.get((texts.id ?? '').toLowerCase())
        if (current) return { current, isById: true }
        const investment = investmentOf(texts)
        const called = texts.investment || texts.investment_id || '?'
        if (!investment) return { isById: false, problem: message('row.no_investment', { name: short(called) }) }
        if (texts.investor && investment.investor.name.toLowerCase() !== texts.investor.toLowerCase())
          return { isById: false, problem: message('row.of_other_investor', { name: investment.reference }) }
        if (texts.currency && texts.currency !== investment.currency)
          return {
            isById: false,
            problem: message('row.currency_differs', {
              name: investment.reference,
              currency: investment.currency,
              other: texts.currency,
            }),
          }
        const like = open.get(`${investment.id} ${keyOf(texts)}`)?.shift()
        // Prevents a match with another row, in this batch or a later one.
        if (like) seen.add(like.id)
        return { current: like, isById: false }
      },
      read(texts, row, current, say) {
        const input: ReimportInput = {}
        for (const field of plain) if (texts[field] !== undefined) input[field] = texts[field]
        for (const field of orNull) if (texts[field] !== undefined) input[field] = texts[field] || null
        const of = current ? current.of : investmentOf(row)?.id
        return { ...checked(current ? changeable : TransactionInput, input, say), of }
      },
    }
  },
  create: async (tenant, { of, ...input }) => ({ ...(await create(tenant, of, input as TransactionInput)), of }),
  update: async (tenant, current, { of, ...change }) => {
    const { version } = await update(tenant, of, current.id, { version: current.version, ...change })
    const before = Object.fromEntries(Object.keys(change).map((field) => [field, current[field as keyof Current]]))
    return { what: 'transaction', id: current.id, version, before, of }
  },
}

const changeable = z.omit(TransactionChange, { version: true })
