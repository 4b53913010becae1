// Contacts of the sample data, who represent its investors. All fictitious.

export interface SampleContact {
  key: string
  name: string
  preferred_name: string
  /**
   * From ranges that regulators reserve for fiction: +1 … 555-0100 to 0199 in each area (NANPA), +44 7700 900000 to
   * 900999 (Ofcom), +33 6 39 98 xx xx (ARCEP). Indonesia reserves none. The last four digits select the simulator's
   * outcome if it is not "read".
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
