// The people of the sample data: investors, and the contacts who speak for them. Invented, all of them.
import type { ContactRole } from '../../contract/contacts.ts'

export interface SampleContact {
  key: string
  name: string
  preferred_name: string
  /**
   * Of ranges that regulators keep free for films and books, so that nobody can have them: +1 … 555-0100 to 0199 in each
   * area (NANPA), +44 7700 900000 to 900999 (Ofcom), +33 6 39 98 xx xx (ARCEP). Indonesia keeps none free. The last four
   * digits are those that the simulator knows, where something else than "read" is to happen.
   */
  phone: string
  email: string
  company: string
  job_title: string
  language: string
  time_zone: string
  consent: 'unknown' | 'opted_in' | 'opted_out'
  tags: string[]
}

export interface SampleInvestor {
  key: string
  name: string
  /** Which type of its kind, counted from the first. */
  type: ['individual' | 'entity', number]
  country: string
  city: string
  website: string
  /** Smallest and largest ticket. */
  ticket: [currency: string, min: string, max: string] | null
  /** Which stages it prefers. */
  stages: number[]
  source: string
  /** Days from today. */
  follow_up: number | null
  /** Days ago. */
  added: number
  do_not_contact: boolean
  notes: string
  tags: string[]
  /** Who speaks for it, the first one before all. */
  contacts: [key: string, role: ContactRole][]
}

const person = (
  key: string,
  [name, preferred_name]: [string, string],
  phone: string,
  [language, time_zone]: [string, string],
  [job_title, company]: [string, string] = ['', ''],
  consent: SampleContact['consent'] = 'opted_in',
  tags: string[] = [],
): SampleContact => {
  const email = `${name
    .normalize('NFD')
    .replace(/[^a-zA-Z ]/g, '')
    .toLowerCase()
    .replace(/ +/g, '.')}@example.com`
  return { key, name, preferred_name, phone, email, company, job_title, language, time_zone, consent, tags }
}

const jakarta: [string, string] = ['id', 'Asia/Jakarta']
const bali: [string, string] = ['id', 'Asia/Makassar']
const singapore: [string, string] = ['en', 'Asia/Singapore']
const dubai: [string, string] = ['ar', 'Asia/Dubai']

export const contacts: readonly SampleContact[] = [
  person(
    'budi',
    ['Budi Santoso', 'Pak Budi'],
    '+447700900121',
    jakarta,
    ['Director', 'PT Sumber Rejeki Abadi'],
    'opted_in',
    ['vip'],
  ),
  person('siti', ['Siti Rahayu', 'Bu Siti'], '+447700900132', jakarta, ['', ''], 'opted_in', ['angel']),
  person('made', ['I Made Wirawan', 'Pak Made'], '+447700900143', bali, ['Architect', 'Wirawan Studio']),
  person('putri', ['Putri Anggraini', 'Putri'], '+447700900154', jakarta),
  person('agus', ['Agus Hartono', 'Pak Agus'], '+447700900165', jakarta, ['Owner', 'Toko Hartono'], 'unknown'),
  person('dewi', ['Dewi Kusumawati', 'Bu Dewi'], '+447700900176', bali, ['Founder', 'Kusuma Living']),
  person('hendra', ['Hendra Wijaya', 'Pak Hendra'], '+447700900187', jakarta, ['Principal', 'Wijaya Family Office']),
  person(
    'ratna',
    ['Ratna Wijaya', 'Bu Ratna'],
    '+447700900198',
    jakarta,
    ['Finance manager', 'Wijaya Family Office'],
    'opted_in',
    ['finance'],
  ),
  person('yoga', ['Yoga Pratama', 'Mas Yoga'], '+447700900209', bali, ['Partner', 'Canggu Capital'], 'opted_in', [
    'angel',
  ]),
  person('lestari', ['Lestari', 'Lestari'], '+447700900210', bali, ['Analyst', 'Canggu Capital'], 'unknown'),
  person('bambang', ['Bambang Setiawan', 'Pak Bambang'], '+447700900221', jakarta, [
    'Secretary',
    'Yayasan Cahaya Nusantara',
  ]),
  person(
    'rahul',
    ['Rahul Sharma', 'Rahul'],
    '+447700900006',
    ['en', 'Asia/Kolkata'],
    ['Managing partner', 'Sharma & Sons'],
  ),
  person('priya', ['Priya Sharma', 'Priya'], '+447700900232', ['en', 'Asia/Kolkata'], ['Lawyer', 'Sharma & Sons']),
  person(
    'fatima',
    ['Fatima Al-Haddad', 'Sheikha Fatima'],
    '+447700900243',
    dubai,
    ['Chair', 'Al-Haddad Holdings'],
    'opted_in',
    ['vip'],
  ),
  person('omar', ['Omar Al-Haddad', 'Omar'], '+447700900254', dubai, ['Assistant', 'Al-Haddad Holdings']),
  person(
    'joao',
    ['João da Silva', 'João'],
    '+447700900003',
    ['pt-BR', 'America/Sao_Paulo'],
    ['Partner', 'Silva Irmãos'],
  ),
  person(
    'amina',
    ['Amina Okafor', 'Amina'],
    '+447700900004',
    ['en', 'Africa/Lagos'],
    ['Lead angel', 'Lagos Angels Network'],
  ),
  person(
    'chidi',
    ['Chidi Eze', 'Chidi'],
    '+12125550114',
    ['en', 'Africa/Lagos'],
    ['Member', 'Lagos Angels Network'],
    'opted_in',
    ['angel'],
  ),
  person(
    'kenji',
    ['Kenji Tanaka', 'Tanaka-san'],
    '+447700900001',
    ['ja', 'Asia/Tokyo'],
    ['Deputy director', 'Tanaka Shoji'],
  ),
  person('grace', ['Grace Wanjiru', 'Grace'], '+14155550132', ['en', 'Africa/Nairobi'], ['', ''], 'opted_in', [
    'angel',
  ]),
  person('sophie', ['Sophie Laurent', 'Sophie'], '+33639980117', ['fr', 'Europe/Paris']),
  person('weiling', ['Lim Wei Ling', 'Wei Ling'], '+13105550145', singapore, ['', ''], 'opted_in', ['angel']),
  person('daniel', ['Daniel Tan', 'Daniel'], '+13105550156', singapore, ['Investment director', 'Merlion Growth']),
  person('nadia', ['Nadia Rahman', 'Nadia'], '+13105550167', singapore, ['Finance', 'Merlion Growth'], 'unknown', [
    'finance',
  ]),
  person(
    'claire',
    ['Claire Dubois', 'Claire'],
    '+33639980128',
    ['fr', 'Europe/Zurich'],
    ['Portfolio manager', 'Fondation Lac Léman'],
  ),
  person(
    'james',
    ['James Whitfield', 'James'],
    '+447700900265',
    ['en', 'Europe/London'],
    ['Principal', 'Thames Bridge Capital'],
  ),
  person('emily', ['Emily Carter', 'Emily'], '+12125550178', ['en', 'America/New_York'], ['', ''], 'opted_out'),
  person('marco', ['Marco Bianchi', 'Marco'], '+33639980139', ['it', 'Europe/Rome'], ['Owner', 'Bianchi & Figli']),
]

const individual = (index: number): SampleInvestor['type'] => ['individual', index]
const entity = (index: number): SampleInvestor['type'] => ['entity', index]
const none = {
  website: '',
  ticket: null,
  stages: [],
  source: '',
  follow_up: null,
  do_not_contact: false,
  notes: '',
  tags: [],
}
const self = (key: string): SampleInvestor['contacts'] => [[key, 'self']]

export const investors: readonly SampleInvestor[] = [
  {
    ...none,
    key: 'budi',
    name: 'Budi Santoso',
    type: individual(1),
    country: 'ID',
    city: 'Jakarta',
    ticket: ['IDR', '250000000', '2000000000'],
    stages: [8, 9],
    source: 'Referral',
    follow_up: 0,
    added: 340,
    notes: 'Prefers property with monthly income. Decides with his wife; give him a week.',
    tags: ['vip'],
    contacts: self('budi'),
  },
  {
    ...none,
    key: 'siti',
    name: 'Siti Rahayu',
    type: individual(2),
    country: 'ID',
    city: 'Bandung',
    ticket: ['USD', '5000', '25000'],
    stages: [0, 1],
    source: 'Demo day',
    added: 310,
    tags: ['angel'],
    contacts: self('siti'),
  },
  {
    ...none,
    key: 'made',
    name: 'I Made Wirawan',
    type: individual(1),
    country: 'ID',
    city: 'Denpasar',
    source: 'Neighbour of the site',
    added: 325,
    tags: ['property'],
    contacts: self('made'),
  },
  {
    ...none,
    key: 'putri',
    name: 'Putri Anggraini',
    type: individual(3),
    country: 'ID',
    city: 'Surabaya',
    follow_up: -2,
    added: 260,
    contacts: self('putri'),
  },
  {
    ...none,
    key: 'agus',
    name: 'Agus Hartono',
    type: individual(0),
    country: 'ID',
    city: 'Semarang',
    source: 'Event',
    follow_up: 3,
    added: 45,
    contacts: self('agus'),
  },
  {
    ...none,
    key: 'dewi',
    name: 'Dewi Kusumawati',
    type: individual(1),
    country: 'ID',
    city: 'Ubud',
    ticket: ['IDR', '500000000', '3000000000'],
    source: 'Referral',
    added: 230,
    tags: ['property'],
    contacts: self('dewi'),
  },
  {
    ...none,
    key: 'rahul',
    name: 'Rahul Sharma',
    type: individual(1),
    country: 'IN',
    city: 'Mumbai',
    ticket: ['USD', '25000', '150000'],
    stages: [2, 3],
    source: 'Referral',
    added: 290,
    contacts: [
      ['rahul', 'self'],
      ['priya', 'legal'],
    ],
  },
  {
    ...none,
    key: 'grace',
    name: 'Grace Wanjiru',
    type: individual(2),
    country: 'KE',
    city: 'Nairobi',
    ticket: ['USD', '5000', '20000'],
    stages: [1, 2],
    source: 'Demo day',
    added: 180,
    tags: ['angel'],
    contacts: self('grace'),
  },
  {
    ...none,
    key: 'kenji',
    name: 'Kenji Tanaka',
    type: individual(1),
    country: 'JP',
    city: 'Tokyo',
    source: 'Conference',
    follow_up: 6,
    added: 120,
    contacts: self('kenji'),
  },
  {
    ...none,
    key: 'sophie',
    name: 'Sophie Laurent',
    type: individual(2),
    country: 'FR',
    city: 'Paris',
    ticket: ['EUR', '10000', '50000'],
    source: 'Website',
    added: 200,
    tags: ['impact'],
    contacts: self('sophie'),
  },
  {
    ...none,
    key: 'weiling',
    name: 'Lim Wei Ling',
    type: individual(2),
    country: 'SG',
    city: 'Singapore',
    ticket: ['SGD', '20000', '100000'],
    stages: [1, 2],
    source: 'Referral',
    added: 275,
    tags: ['angel', 'vip'],
    contacts: self('weiling'),
  },
  {
    ...none,
    key: 'emily',
    name: 'Emily Carter',
    type: individual(2),
    country: 'US',
    city: 'New York',
    source: 'Website',
    added: 150,
    contacts: self('emily'),
  },
  {
    ...none,
    key: 'marco',
    name: 'Marco Bianchi',
    type: individual(1),
    country: 'IT',
    city: 'Milan',
    source: 'Conference',
    do_not_contact: true,
    added: 160,
    notes: 'Asked to be called only by his lawyer.',
    contacts: self('marco'),
  },
  {
    ...none,
    key: 'sumber',
    name: 'PT Sumber Rejeki Abadi',
    type: entity(4),
    country: 'ID',
    city: 'Jakarta',
    website: 'https://sumber-rejeki.example',
    ticket: ['IDR', '1000000000', '5000000000'],
    source: 'Referral',
    added: 335,
    tags: ['property'],
    contacts: [['budi', 'primary']],
  },
  {
    ...none,
    key: 'wijaya',
    name: 'Wijaya Family Office',
    type: entity(0),
    country: 'ID',
    city: 'Jakarta',
    ticket: ['USD', '100000', '500000'],
    stages: [2, 3, 6],
    source: 'Referral',
    follow_up: 0,
    added: 355,
    notes: 'Second generation decides. Sends capital within three days of a call.',
    tags: ['vip'],
    contacts: [
      ['hendra', 'primary'],
      ['ratna', 'finance'],
    ],
  },
  {
    ...none,
    key: 'canggu',
    name: 'Canggu Capital',
    type: entity(1),
    country: 'ID',
    city: 'Denpasar',
    website: 'https://canggu-capital.example',
    ticket: ['USD', '50000', '250000'],
    stages: [1, 2],
    source: 'Co-investor',
    added: 300,
    contacts: [
      ['yoga', 'primary'],
      ['lestari', 'assistant'],
    ],
  },
  {
    ...none,
    key: 'cahaya',
    name: 'Yayasan Cahaya Nusantara',
    type: entity(10),
    country: 'ID',
    city: 'Yogyakarta',
    source: 'Event',
    added: 90,
    tags: ['impact'],
    contacts: [['bambang', 'primary']],
  },
  {
    ...none,
    key: 'haddad',
    name: 'Al-Haddad Holdings',
    type: entity(0),
    country: 'AE',
    city: 'Dubai',
    ticket: ['AED', '500000', '4000000'],
    source: 'Referral',
    follow_up: -1,
    added: 280,
    tags: ['vip', 'property'],
    contacts: [
      ['fatima', 'primary'],
      ['omar', 'assistant'],
    ],
  },
  {
    ...none,
    key: 'silva',
    name: 'Silva Irmãos Participações',
    type: entity(2),
    country: 'BR',
    city: 'São Paulo',
    ticket: ['USD', '100000', '400000'],
    source: 'Conference',
    added: 210,
    contacts: [['joao', 'primary']],
  },
  {
    ...none,
    key: 'lagos',
    name: 'Lagos Angels Network',
    type: entity(5),
    country: 'NG',
    city: 'Lagos',
    ticket: ['USD', '25000', '100000'],
    stages: [0, 1, 2],
    source: 'Co-investor',
    added: 190,
    tags: ['angel'],
    contacts: [
      ['amina', 'primary'],
      ['chidi', 'other'],
    ],
  },
  {
    ...none,
    key: 'merlion',
    name: 'Merlion Growth Partners',
    type: entity(1),
    country: 'SG',
    city: 'Singapore',
    website: 'https://merlion-growth.example',
    ticket: ['SGD', '100000', '500000'],
    stages: [2, 3, 6],
    source: 'Co-investor',
    follow_up: 1,
    added: 320,
    contacts: [
      ['daniel', 'primary'],
      ['nadia', 'finance'],
    ],
  },
  {
    ...none,
    key: 'leman',
    name: 'Fondation Lac Léman',
    type: entity(10),
    country: 'CH',
    city: 'Geneva',
    ticket: ['EUR', '50000', '300000'],
    source: 'Conference',
    added: 240,
    tags: ['impact'],
    contacts: [['claire', 'primary']],
  },
  {
    ...none,
    key: 'thames',
    name: 'Thames Bridge Capital',
    type: entity(3),
    country: 'GB',
    city: 'London',
    ticket: ['USD', '200000', '1000000'],
    stages: [3, 4],
    source: 'Conference',
    added: 75,
    contacts: [['james', 'primary']],
  },
]
