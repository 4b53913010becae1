// What a new organization begins with, in this order. English for everybody: these are data, and easily renamed.
import type { Color } from '../../contract/color.ts'
import type { InvestorKind, StatusCategory } from '../../contract/master-data.ts'

const type = (name: string, kind: InvestorKind, color: Color) => ({ name, kind, color })
const status = (name: string, category: StatusCategory, probability: number | null, color: Color) => ({
  name,
  category,
  probability,
  color,
  is_default: name === 'Prospect',
})
const stage = (name: string, color: Color) => ({ name, color })

export const seeds = {
  investor_types: [
    type('Individual', 'individual', 'blue'),
    type('High-net-worth individual', 'individual', 'indigo'),
    type('Angel', 'individual', 'violet'),
    type('Friends & family', 'individual', 'pink'),
    type('Family office', 'entity', 'teal'),
    type('Venture capital fund', 'entity', 'cyan'),
    type('Private equity fund', 'entity', 'blue'),
    type('Fund of funds', 'entity', 'indigo'),
    type('Corporate / CVC', 'entity', 'orange'),
    type('Syndicate / SPV', 'entity', 'violet'),
    type('Accelerator', 'entity', 'lime'),
    type('Bank / lender', 'entity', 'green'),
    type('Pension / insurance / endowment', 'entity', 'amber'),
    type('Sovereign / development finance', 'entity', 'red'),
    type('Trust / foundation', 'entity', 'pink'),
    type('Other', 'entity', 'gray'),
  ],
  investment_statuses: [
    status('Prospect', 'prospect', 10, 'gray'),
    status('Contacted', 'prospect', 20, 'cyan'),
    status('In discussion', 'prospect', 35, 'blue'),
    status('Due diligence', 'prospect', 50, 'indigo'),
    status('On hold', 'prospect', 5, 'amber'),
    status('Soft commitment', 'soft', 70, 'violet'),
    status('Committed', 'committed', 90, 'teal'),
    status('Partially funded', 'funded', null, 'lime'),
    status('Funded', 'funded', null, 'green'),
    status('Exited', 'exited', null, 'pink'),
    status('Written off', 'exited', null, 'orange'),
    status('Declined', 'lost', 0, 'red'),
    status('No response', 'lost', 0, 'gray'),
  ],
  investment_stages: [
    stage('Pre-seed', 'lime'),
    stage('Seed', 'green'),
    stage('Series A', 'teal'),
    stage('Series B', 'cyan'),
    stage('Series C and later', 'blue'),
    stage('Bridge', 'gray'),
    stage('Growth', 'indigo'),
    stage('Pre-IPO', 'violet'),
    stage('Pre-construction', 'amber'),
    stage('Construction', 'orange'),
    stage('Stabilised', 'pink'),
  ],
}
