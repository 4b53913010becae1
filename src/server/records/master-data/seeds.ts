// Master data of a new organization. Users may rename all of it: no code depends on a name. Until then a row has the
// name of its `seed_key` in the language of each reader.
import type { Color } from '../../../contract/color.ts'
import type { InvestorKind, StatusCategory } from '../../../contract/master-data.ts'
import { type Language, languageOf } from '../../errors.ts'

/** English for languages without a translation here. */
export function seedsIn(locale = '') {
  const nth = languageOf(locale) === 'id' ? 1 : 0
  const inWords = <Row extends { name: Words }>({ name, ...row }: Row) => ({ ...row, name: name[nth] })
  return {
    investor_types: investorTypes.map(inWords),
    investment_statuses: investmentStatuses.map(inWords),
    investment_stages: investmentStages.map(inWords),
  }
}

type Words = readonly [english: string, indonesian: string]

const type = (kind: InvestorKind, color: Color, seed_key: string, ...name: Words) => ({ seed_key, name, kind, color })
const status = (
  category: StatusCategory,
  probability: number | null,
  color: Color,
  seed_key: string,
  ...name: Words
) => ({
  seed_key,
  name,
  category,
  probability,
  color,
  is_default: seed_key === 'prospect',
})
const stage = (color: Color, seed_key: string, ...name: Words) => ({ seed_key, name, color })

const investorTypes = [
  type('individual', 'blue', 'individual', 'Individual', 'Perorangan'),
  type('individual', 'indigo', 'high_net_worth_individual', 'High-net-worth individual', 'Perorangan beraset besar'),
  type('individual', 'violet', 'angel', 'Angel', 'Angel investor'),
  type('individual', 'pink', 'friends_and_family', 'Friends & family', 'Teman & keluarga'),
  type('entity', 'teal', 'family_office', 'Family office', 'Family office'),
  type('entity', 'cyan', 'venture_capital_fund', 'Venture capital fund', 'Modal ventura'),
  type('entity', 'blue', 'private_equity_fund', 'Private equity fund', 'Private equity'),
  type('entity', 'indigo', 'fund_of_funds', 'Fund of funds', 'Fund of funds'),
  type('entity', 'orange', 'corporate', 'Corporate / CVC', 'Perusahaan / CVC'),
  type('entity', 'violet', 'syndicate', 'Syndicate / SPV', 'Sindikasi / SPV'),
  type('entity', 'lime', 'accelerator', 'Accelerator', 'Akselerator'),
  type('entity', 'green', 'lender', 'Bank / lender', 'Bank / pemberi pinjaman'),
  type('entity', 'amber', 'endowment', 'Pension / insurance / endowment', 'Dana pensiun / asuransi / dana abadi'),
  type(
    'entity',
    'red',
    'sovereign',
    'Sovereign / development finance',
    'Sovereign wealth fund / lembaga pembiayaan pembangunan',
  ),
  type('entity', 'pink', 'foundation', 'Trust / foundation', 'Trust / yayasan'),
  type('entity', 'gray', 'other', 'Other', 'Lainnya'),
]

const investmentStatuses = [
  status('prospect', 10, 'gray', 'prospect', 'Prospect', 'Prospek'),
  status('prospect', 20, 'cyan', 'contacted', 'Contacted', 'Sudah dihubungi'),
  status('prospect', 35, 'blue', 'in_discussion', 'In discussion', 'Dalam pembicaraan'),
  status('prospect', 50, 'indigo', 'due_diligence', 'Due diligence', 'Uji tuntas'),
  status('prospect', 5, 'amber', 'on_hold', 'On hold', 'Ditunda'),
  status('soft', 70, 'violet', 'soft_commitment', 'Soft commitment', 'Komitmen awal'),
  status('committed', 90, 'teal', 'committed', 'Committed', 'Komitmen'),
  status('funded', null, 'lime', 'partially_funded', 'Partially funded', 'Disetor sebagian'),
  status('funded', null, 'green', 'funded', 'Funded', 'Disetor'),
  status('exited', null, 'pink', 'exited', 'Exited', 'Divestasi'),
  status('exited', null, 'orange', 'written_off', 'Written off', 'Dihapusbukukan'),
  status('lost', 0, 'red', 'declined', 'Declined', 'Menolak'),
  status('lost', 0, 'gray', 'no_response', 'No response', 'Tidak ada tanggapan'),
]

const investmentStages = [
  stage('lime', 'pre_seed', 'Pre-seed', 'Pre-seed'),
  stage('green', 'seed', 'Seed', 'Seed'),
  stage('teal', 'series_a', 'Series A', 'Seri A'),
  stage('cyan', 'series_b', 'Series B', 'Seri B'),
  stage('blue', 'series_c', 'Series C and later', 'Seri C dan seterusnya'),
  stage('gray', 'bridge', 'Bridge', 'Bridge'),
  stage('indigo', 'growth', 'Growth', 'Pertumbuhan'),
  stage('violet', 'pre_ipo', 'Pre-IPO', 'Pra-IPO'),
  stage('amber', 'pre_construction', 'Pre-construction', 'Prakonstruksi'),
  stage('orange', 'construction', 'Construction', 'Konstruksi'),
  stage('pink', 'stabilised', 'Stabilised', 'Beroperasi stabil'),
]

/** Without a prototype: the key of an imported row may be `constructor`. */
const namesIn = (nth: 0 | 1): { readonly [seed_key: string]: string } =>
  Object.assign(
    Object.create(null),
    ...[...investorTypes, ...investmentStatuses, ...investmentStages].map(({ seed_key, name }) => ({
      [seed_key]: name[nth],
    })),
  )
/** The names by `seed_key`. A key is never given to another meaning: rows of organizations have it. */
export const seededNames: Readonly<Record<Language, ReturnType<typeof namesIn>>> = { en: namesIn(0), id: namesIn(1) }
