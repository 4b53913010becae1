// Rows of the sample offerings, investments and transactions. Pure.
import type { StatusCategory } from '../../../contract/master-data.ts'
import { customOfOffering } from './custom-fields.ts'
import { byKey, type Ground, type Rows, tagLinks } from './ground.ts'
import { investors } from './investors.ts'
import { offerings, positions, type SamplePosition } from './positions.ts'

export function positionRows(ground: Ground): Rows[] {
  return [
    { table: 'offerings', rows: offerings.map((offering) => offeringRow(ground, offering)) },
    { table: 'investments', rows: positions.map((position, place) => investmentRow(ground, position, place)) },
    { table: 'investment_status_changes', rows: positions.flatMap((position) => statusChanges(ground, position)) },
    { table: 'transactions', rows: positions.flatMap((position) => transactionsOf(ground, position)) },
    tagLinks(
      ground,
      'investment_tags',
      'investment_id',
      positions.map((position) => ({ id: investmentId(ground, position), tags: position.tags })),
    ),
  ]
}

const investmentId = ({ id }: Ground, { investor, offering }: SamplePosition) =>
  id('investment', `${investor}/${offering}`)

function statusId({ input }: Ground, [category, index]: SamplePosition['way'][number]): string {
  const statuses = input.statuses.filter((status) => status.category === category)
  return (statuses[index] ?? statuses.at(-1))!.id
}

function offeringRow({ id, day, at, input }: Ground, offering: (typeof offerings)[number]) {
  const { key, target: target_amount, open, ...rest } = offering
  const [from, until] = open
  return {
    id: id('offering', key),
    ...rest,
    target_amount,
    opens_on: day(from),
    closes_on: day(until),
    custom: customOfOffering(key, offerings.indexOf(offering)),
    created_at: at(from, '08:50'),
    updated_at: at(from, '08:50'),
    created_by: input.user_id,
  }
}

function investmentRow(ground: Ground, position: SamplePosition, place: number) {
  const { id, day, at, input } = ground
  const { way, close, stage, expected, committed, instrument, lost_reason } = position
  const offering = byKey(offerings, position.offering)
  const reached = (...wanted: StatusCategory[]) => {
    const step = way.find(([category]) => wanted.includes(category))
    return step ? day(-step[2]) : null
  }
  const [first, last] = [way[0]!, way.at(-1)!]
  return {
    id: investmentId(ground, position),
    reference: `INV-S${String(place + 1).padStart(3, '0')}`,
    investor_id: id('investor', position.investor),
    offering_id: id('offering', position.offering),
    title: `${byKey(investors, position.investor).name} – ${offering.name}`,
    status_id: statusId(ground, last),
    status_since: at(-last[2], '10:30'),
    stage_id: stage === null ? null : (input.stages[stage]?.id ?? null),
    ...{ instrument, lost_reason },
    currency: offering.currency,
    expected_amount: expected ?? committed,
    committed_amount: committed,
    expected_close_on: close === null ? null : day(close),
    committed_on: reached('committed', 'funded'),
    closed_on: reached('exited', 'lost'),
    owner_user_id: place % 2 === 0 ? input.user_id : null,
    created_at: at(-first[2], '10:30'),
    updated_at: at(-last[2], '10:30'),
    created_by: input.user_id,
  }
}

function statusChanges(ground: Ground, position: SamplePosition) {
  return position.way.map((step, place) => {
    const before = position.way[place - 1]
    return {
      investment_id: investmentId(ground, position),
      from_status_id: before ? statusId(ground, before) : null,
      to_status_id: statusId(ground, step),
      at: ground.at(-step[2], '10:30'),
      changed_by: ground.input.user_id,
    }
  })
}

function transactionsOf(ground: Ground, position: SamplePosition) {
  const { day, at, input } = ground
  return position.moves.map(([kind, state, amount, when]) => ({
    investment_id: investmentId(ground, position),
    ...{ kind, state, amount },
    due_on: kind === 'contribution' ? day(when) : null,
    settled_on: state === 'settled' ? day(when) : null,
    created_at: at(Math.min(when, -1) - 1, '16:00'),
    updated_at: at(Math.min(when, -1), '16:00'),
    created_by: input.user_id,
  }))
}
