// The sample data as table rows, dated relative to today. Pure.
import { customFieldRows } from './custom-fields.ts'
import { type Ground, groundOf, type Rows, type SampleInput } from './ground.ts'
import { broadcastRows } from './message-rows.ts'
import { notes, tags } from './messages.ts'
import { contactRows, investorRows } from './people-rows.ts'
import { positionRows } from './position-rows.ts'
import { currencies, ratesTo } from './rates.ts'
import { taskRows } from './tasks.ts'

/** In insertion order. */
export function sampleSet(input: SampleInput): Rows[] {
  const ground = groundOf(input)
  const all = [
    ...currencyRows(ground),
    tagRows(ground),
    customFieldRows(ground),
    ...contactRows(ground),
    ...investorRows(ground),
    ...positionRows(ground),
    noteRows(ground),
    taskRows(ground),
    ...broadcastRows(ground),
  ]
  return all.filter(({ rows }) => rows.length > 0)
}

function currencyRows({ day, input }: Ground): Rows[] {
  const by = { created_by: input.user_id }
  const rates = ratesTo(input.base_currency)
  return [
    { table: 'enabled_currencies', rows: currencies.map((code) => ({ code, ...by })) },
    {
      table: 'exchange_rates',
      rows: rates.map(({ ago, ...rate }) => ({ ...rate, day: day(-ago), source: 'manual', ...by })),
    },
  ]
}

function tagRows({ id, input }: Ground): Rows {
  const rows = tags.map(({ key, name, color }) => ({ id: id('tag', key), name, color, created_by: input.user_id }))
  return { table: 'tags', rows }
}

function noteRows({ id, at, input }: Ground): Rows {
  const rows = notes.map(({ on: [kind, key], ago, ...note }) => ({
    investor_id: kind === 'investor' ? id('investor', key) : null,
    contact_id: kind === 'contact' ? id('contact', key) : null,
    investment_id: kind === 'investment' ? id('investment', key) : null,
    ...note,
    created_at: at(-ago, '13:20'),
    updated_at: at(-ago, '13:20'),
    created_by: input.user_id,
  }))
  return { table: 'notes', rows }
}
