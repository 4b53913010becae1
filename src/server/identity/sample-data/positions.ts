// Investments of the sample data: offerings, investments with their status history, and transactions.
import type { Instrument } from '../../../contract/investments.ts'
import type { StatusCategory } from '../../../contract/master-data.ts'
import type { OfferingInput } from '../../../contract/offerings.ts'

export interface SampleOffering {
  key: string
  name: string
  kind: NonNullable<OfferingInput['kind']>
  currency: string
  target: string
  min_ticket: string
  /** Days from today. */
  open: [from: number, until: number]
  state: 'open' | 'closed'
}

/** Days from today; negative for the past. */
export type SampleMove = [
  kind: 'contribution' | 'distribution' | 'return_of_capital' | 'fee' | 'refund',
  state: 'scheduled' | 'settled' | 'cancelled',
  amount: string,
  day: number,
]

export interface SamplePosition {
  investor: string
  offering: string
  /** Status history: category, index within it, and how many days ago. */
  way: [category: StatusCategory, index: number, ago: number][]
  expected: string | null
  committed: string | null
  instrument: Instrument
  stage: number | null
  /** Days from today. */
  close: number | null
  lost_reason: string
  moves: SampleMove[]
  tags: string[]
}

export const offerings: readonly SampleOffering[] = [
  {
    key: 'villa',
    name: 'Villa Canggu',
    kind: 'property',
    currency: 'IDR',
    target: '18000000000',
    min_ticket: '250000000',
    open: [-330, 60],
    state: 'open',
  },
  {
    key: 'fund',
    name: 'Nusantara Fund I',
    kind: 'fund',
    currency: 'USD',
    target: '2500000',
    min_ticket: '25000',
    open: [-350, 120],
    state: 'open',
  },
  {
    key: 'kopi',
    name: 'Kopi Kita Series A',
    kind: 'round',
    currency: 'USD',
    target: '800000',
    min_ticket: '5000',
    open: [-280, 30],
    state: 'open',
  },
  {
    key: 'marina',
    name: 'Marina One SPV',
    kind: 'spv',
    currency: 'SGD',
    target: '900000',
    min_ticket: '20000',
    open: [-320, -90],
    state: 'closed',
  },
  {
    key: 'solar',
    name: 'Lombok Solar',
    kind: 'project',
    currency: 'EUR',
    target: '600000',
    min_ticket: '10000',
    open: [-240, 90],
    state: 'open',
  },
  {
    key: 'creek',
    name: 'Creek Residences',
    kind: 'property',
    currency: 'AED',
    target: '6000000',
    min_ticket: '250000',
    open: [-200, 150],
    state: 'open',
  },
]

const position = (
  investor: string,
  offering: string,
  way: SamplePosition['way'],
  more: Partial<SamplePosition> = {},
): SamplePosition => {
  const instruments: Record<string, Instrument> = {
    villa: 'property_share',
    fund: 'fund_interest',
    kopi: 'preferred_equity',
    marina: 'equity',
    solar: 'revenue_share',
    creek: 'property_share',
  }
  const stages: Record<string, number> = { villa: 9, kopi: 2, marina: 6, solar: 8, creek: 9 }
  return {
    investor,
    offering,
    way,
    expected: null,
    committed: null,
    instrument: instruments[offering]!,
    stage: stages[offering] ?? null,
    close: null,
    lost_reason: '',
    moves: [],
    tags: [],
    ...more,
  }
}

/** From first contact to signature, then paid in partly or fully. */
const committed = (ago: number): SamplePosition['way'] => [
  ['prospect', 0, ago + 45],
  ['prospect', 2, ago + 30],
  ['soft', 0, ago + 14],
  ['committed', 0, ago],
]
const funded = (ago: number, days: number, index = 1): SamplePosition['way'] => [
  ...committed(ago),
  ['funded', index, ago - days],
]
const paid = (amount: string, ago: number): SampleMove => ['contribution', 'settled', amount, -ago]
const calls = (amount: string, day: number): SampleMove => ['contribution', 'scheduled', amount, day]
const shares = (amount: string, ago: number): SampleMove => ['distribution', 'settled', amount, -ago]

export const positions: readonly SamplePosition[] = [
  position('budi', 'villa', funded(290, 20), {
    committed: '1500000000',
    moves: [paid('750000000', 270), paid('750000000', 180), shares('22500000', 90), shares('24000000', 5)],
  }),
  position('made', 'villa', funded(250, 10), {
    committed: '600000000',
    moves: [paid('600000000', 240), shares('9000000', 90), shares('9600000', 5)],
  }),
  position('dewi', 'villa', funded(190, 12, 0), {
    committed: '2000000000',
    moves: [paid('800000000', 178), paid('400000000', 66), calls('400000000', 4), calls('400000000', 95)],
  }),
  position('sumber', 'villa', funded(300, 25, 0), {
    committed: '4000000000',
    moves: [paid('1500000000', 275), paid('1500000000', 150), calls('1000000000', -6)],
    tags: ['priority'],
  }),
  position('wijaya', 'villa', committed(38), {
    committed: '3000000000',
    moves: [calls('1500000000', 6), calls('1500000000', 97)],
  }),
  position(
    'haddad',
    'villa',
    [
      ['prospect', 0, 30],
      ['prospect', 2, 12],
      ['soft', 0, 3],
    ],
    { expected: '1250000000', close: 25 },
  ),
  position(
    'agus',
    'villa',
    [
      ['prospect', 0, 44],
      ['prospect', 1, 20],
    ],
    { expected: '250000000', close: 40 },
  ),
  position(
    'putri',
    'villa',
    [
      ['prospect', 0, 200],
      ['prospect', 1, 170],
      ['lost', 0, 120],
    ],
    {
      expected: '250000000',
      lost_reason: 'Wants to see the finished house first.',
    },
  ),

  position('wijaya', 'fund', funded(320, 15, 0), {
    committed: '400000',
    moves: [
      paid('120000', 305),
      paid('120000', 130),
      ['fee', 'settled', '4000', -300],
      calls('80000', 2),
      calls('80000', 180),
    ],
    tags: ['priority'],
  }),
  position('silva', 'fund', funded(170, 20, 0), {
    committed: '250000',
    moves: [paid('75000', 150), calls('75000', -12), calls('100000', 110)],
  }),
  position('rahul', 'fund', funded(240, 18, 0), {
    committed: '150000',
    moves: [paid('50000', 222), paid('50000', 70), calls('50000', 7)],
  }),
  position('merlion', 'fund', committed(20), {
    committed: '300000',
    moves: [calls('100000', 14), calls('200000', 200)],
  }),
  position(
    'thames',
    'fund',
    [
      ['prospect', 0, 70],
      ['prospect', 2, 40],
      ['prospect', 3, 9],
    ],
    { expected: '500000', close: 45, tags: ['priority'] },
  ),
  position(
    'kenji',
    'fund',
    [
      ['prospect', 0, 110],
      ['prospect', 4, 60],
    ],
    { expected: '100000', close: 120 },
  ),
  position(
    'emily',
    'fund',
    [
      ['prospect', 0, 140],
      ['prospect', 1, 120],
      ['lost', 1, 60],
    ],
    { expected: '50000', lost_reason: 'Did not answer any more.' },
  ),

  position('siti', 'kopi', funded(200, 8), { committed: '15000', moves: [paid('15000', 192)] }),
  position('grace', 'kopi', funded(140, 10), { committed: '10000', moves: [paid('10000', 130)] }),
  position('lagos', 'kopi', funded(120, 9), {
    committed: '60000',
    moves: [paid('65000', 111), ['refund', 'settled', '5000', -104]],
  }),
  position('canggu', 'kopi', funded(215, 14), { committed: '150000', moves: [paid('150000', 201)] }),
  position('weiling', 'kopi', committed(11), { committed: '25000', moves: [calls('25000', 5)] }),
  position(
    'rahul',
    'kopi',
    [
      ['prospect', 0, 25],
      ['soft', 0, 8],
    ],
    { expected: '40000', close: 18 },
  ),
  position('sophie', 'kopi', [['prospect', 0, 16]], { expected: '15000', close: 35 }),

  position('merlion', 'marina', [...funded(290, 12), ['exited', 0, 24]], {
    committed: '300000',
    moves: [paid('300000', 278), ['return_of_capital', 'settled', '300000', -24], shares('48000', 24)],
  }),
  position('weiling', 'marina', [...funded(260, 15), ['exited', 0, 24]], {
    committed: '80000',
    moves: [paid('80000', 245), ['return_of_capital', 'settled', '80000', -24], shares('12800', 24)],
  }),
  position(
    'thames',
    'marina',
    [
      ['prospect', 0, 74],
      ['lost', 0, 68],
    ],
    { expected: '200000', lost_reason: 'The round was closed already.' },
  ),

  position('leman', 'solar', funded(160, 15, 0), {
    committed: '200000',
    moves: [paid('100000', 145), shares('3500', 30), calls('100000', 33)],
  }),
  position('sophie', 'solar', funded(150, 10), { committed: '25000', moves: [paid('25000', 140), shares('875', 30)] }),
  position(
    'cahaya',
    'solar',
    [
      ['prospect', 0, 85],
      ['prospect', 2, 50],
      ['soft', 0, 6],
    ],
    { expected: '60000', close: 28 },
  ),
  position(
    'marco',
    'solar',
    [
      ['prospect', 0, 150],
      ['prospect', 4, 90],
    ],
    { expected: '40000', close: 90 },
  ),

  position('haddad', 'creek', funded(180, 14, 0), {
    committed: '3000000',
    moves: [paid('1000000', 166), paid('1000000', 60), calls('1000000', -3)],
    tags: ['priority'],
  }),
  position(
    'dewi',
    'creek',
    [
      ['prospect', 0, 14],
      ['prospect', 2, 2],
    ],
    { expected: '300000', close: 60 },
  ),
  position('wijaya', 'creek', committed(52), { committed: '750000', moves: [paid('250000', 40), calls('500000', 21)] }),
]
