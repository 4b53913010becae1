// Resolves the investors and offerings that rows of investments name: existing ones, and those that an import may create.

import { AppError } from '../../errors.ts'
import type { Tenant } from '../../platform/db/index.ts'
import { attempt } from '../../platform/db/savepoint.ts'
import {
  createMany as createInvestors,
  type Match as Investor,
  matches as investorsLike,
} from '../investors/service.ts'
import { list as masterData } from '../master-data/service.ts'
import { create as createOffering, named as offeringsNamed } from '../offerings/service.ts'
import type { ImportContext, UndoStep } from './importer.ts'
import type { InvestmentData } from './investment-row.ts'
import { findInvestor } from './investors.ts'

export interface Names {
  investors: Investor[]
  offerings: { id: string; name: string; currency: string }[]
}

/** A row with the names of its investor and offering. */
interface Named {
  line: number
  data: InvestmentData
}

export async function namesOf(tenant: Tenant, rows: { data: InvestmentData }[]): Promise<Names> {
  const investors = await investorsLike(
    tenant,
    rows.map(({ data }) => data.investor.code).filter(Boolean),
    rows.map(({ data }) => data.investor.name).filter(Boolean),
  )
  return { investors, offerings: await offeringsNamed(tenant, rows.map(({ data }) => data.offering).filter(Boolean)) }
}

/** Creates missing investors and offerings if the options allow it; each once, for the first row that names it. */
export async function createNames(tenant: Tenant, { options }: ImportContext, rows: Named[], names: Names) {
  const undo = new Map<number, NonNullable<UndoStep['made']>>()
  const note = (line: number, what: 'investor' | 'offering', id: string) =>
    undo.set(line, [...(undo.get(line) ?? []), { what, id, version: 1 }])
  await createInvestorsOf(tenant, options, rows, names, (line, id) => note(line, 'investor', id))
  for (const { line, data } of rows) {
    if (!options.create_offerings || !data.offering) continue
    if (names.offerings.some((each) => each.name.toLowerCase() === data.offering.toLowerCase())) continue
    const currency = data.currency ?? options.currency
    try {
      const made = await attempt(tenant, () => createOffering(tenant, { name: data.offering, kind: 'round', currency }))
      note(line, 'offering', made.id)
      names.offerings.push({ id: made.id, name: made.name, currency })
    } catch (error) {
      // Someone created it concurrently: the row is in error, and the next import finds the record.
      if (!(error instanceof AppError)) throw error
    }
  }
  return undo
}

async function createInvestorsOf(
  tenant: Tenant,
  options: ImportContext['options'],
  rows: Named[],
  { investors }: Names,
  note: (line: number, id: string) => void,
) {
  const type = options.create_investors
    ? (await masterData(tenant, 'investor_types')).data.find(({ id }) => id === options.investor_type_id)
    : undefined
  if (!type) return
  const missing = new Map<string, { line: number; code: string; name: string }>()
  for (const { line, data } of rows) {
    const { name, code } = data.investor
    const key = (code || name).toLowerCase()
    if (name && !missing.has(key) && !findInvestor({ name, code }, investors)) missing.set(key, { line, code, name })
  }
  const wanted = [...missing.values()]
  const made = await createInvestors(
    tenant,
    wanted.map(({ code, name }) => ({ code, name, kind: type.kind, investor_type_id: type.id })),
  )
  for (const [index, { line, name }] of wanted.entries()) {
    const row = made[index]
    if (!row) continue
    note(line, row.id)
    investors.push({ ...blankInvestor, name, id: row.id, code: row.code })
  }
}

const blankInvestor = {
  email: '',
  country: null,
  city: '',
  website: '',
  source: '',
  notes: '',
  next_follow_up_on: null,
  follow_up_note: '',
  do_not_contact: false,
  custom: {},
  contact_ids: [],
}
