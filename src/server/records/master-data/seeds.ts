// Master data of a new organization, in its founder's language. Users may rename all of it: no code depends
// on a name.
import type { Color } from '../../../contract/color.ts'
import type { InvestorKind, StatusCategory } from '../../../contract/master-data.ts'

/** English for languages without a translation here. */
export function seedsIn(locale = '') {
  const isIndonesian = /^id(-|$)/i.test(locale)
  const inWords = <Row extends { name: Words }>({ name: [english, indonesian], ...row }: Row) => ({
    ...row,
    name: isIndonesian ? indonesian : english,
  })
  return {
    investor_types: investorTypes.map(inWords),
    investment_statuses: investmentStatuses.map(inWords),
    investment_stages: investmentStages.map(inWords),
  }
}

type Words = readonly [english: string, indonesian: string]

const type = (kind: InvestorKind, color: Color, ...name: Words) => ({ name, kind, color })
const status = (category: StatusCategory, probability: number | null, color: Color, ...name: Words) => ({
  name,
  category,
  probability,
  color,
  is_default: name[0] === 'Prospect',
})
const stage = (color: Color, ...name: Words) => ({ name, color })

const investorTypes = [
  type('individual', 'blue', 'Individual', 'Perorangan'),
  type('individual', 'indigo', 'High-net-worth individual', 'Perorangan beraset besar'),
  type('individual', 'violet', 'Angel', 'Angel investor'),
  type('individual', 'pink', 'Friends & family', 'Teman & keluarga'),
  type('entity', 'teal', 'Family office', 'Family office'),
  type('entity', 'cyan', 'Venture capital fund', 'Modal ventura'),
  type('entity', 'blue', 'Private equity fund', 'Private equity'),
  type('entity', 'indigo', 'Fund of funds', 'Fund of funds'),
  type('entity', 'orange', 'Corporate / CVC', 'Perusahaan / CVC'),
  type('entity', 'violet', 'Syndicate / SPV', 'Sindikasi / SPV'),
  type('entity', 'lime', 'Accelerator', 'Akselerator'),
  type('entity', 'green', 'Bank / lender', 'Bank / pemberi pinjaman'),
  type('entity', 'amber', 'Pension / insurance / endowment', 'Dana pensiun / asuransi / dana abadi'),
  type('entity', 'red', 'Sovereign / development finance', 'Sovereign wealth fund / lembaga pembiayaan pembangunan'),
  type('entity', 'pink', 'Trust / foundation', 'Trust / yayasan'),
  type('entity', 'gray', 'Other', 'Lainnya'),
]

const investmentStatuses = [
  status('prospect', 10, 'gray', 'Prospect', 'Prospek'),
  status('prospect', 20, 'cyan', 'Contacted', 'Sudah dihubungi'),
  status('prospect', 35, 'blue', 'In discussion', 'Dalam pembicaraan'),
  status('prospect', 50, 'indigo', 'Due diligence', 'Uji tuntas'),
  status('prospect', 5, 'amber', 'On hold', 'Ditunda'),
  status('soft', 70, 'violet', 'Soft commitment', 'Komitmen awal'),
  status('committed', 90, 'teal', 'Committed', 'Komitmen'),
  status('funded', null, 'lime', 'Partially funded', 'Disetor sebagian'),
  status('funded', null, 'green', 'Funded', 'Disetor'),
  status('exited', null, 'pink', 'Exited', 'Divestasi'),
  status('exited', null, 'orange', 'Written off', 'Dihapusbukukan'),
  status('lost', 0, 'red', 'Declined', 'Menolak'),
  status('lost', 0, 'gray', 'No response', 'Tidak ada tanggapan'),
]

const investmentStages = [
  stage('lime', 'Pre-seed', 'Pre-seed'),
  stage('green', 'Seed', 'Seed'),
  stage('teal', 'Series A', 'Seri A'),
  stage('cyan', 'Series B', 'Seri B'),
  stage('blue', 'Series C and later', 'Seri C dan seterusnya'),
  stage('gray', 'Bridge', 'Bridge'),
  stage('indigo', 'Growth', 'Pertumbuhan'),
  stage('violet', 'Pre-IPO', 'Pra-IPO'),
  stage('amber', 'Pre-construction', 'Prakonstruksi'),
  stage('orange', 'Construction', 'Konstruksi'),
  stage('pink', 'Stabilised', 'Beroperasi stabil'),
]
