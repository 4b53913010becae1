// Mapping of columns to fields.
import { expect, test } from 'vitest'
import type { ImportField, ImportKind } from '../../../contract/imports.ts'
import { guessColumns, layoutOf } from './columns.ts'

const isPhone = (cell: string) => /^\+?[\d -]{8,}$/.test(cell)
const fields = (header: string, sample: string[][] = []) =>
  guessColumns('contacts', [header.split(','), ...sample], isPhone).columns.map(({ field }) => field)

test.each([
  ['name,phone', ['name', 'phone']],
  [' Nama Lengkap , NO. HP ,E-MAIL', ['name', 'phone', 'email']],
  [
    'First Name,Middle Name,Last Name,Nickname,Organization Name,Organization Title,Phone 1 - Label,Phone 1 - Value,Phone 2 - Value,E-mail 1 - Value',
    [
      'first_name',
      'middle_name',
      'last_name',
      'preferred_name',
      'company',
      'job_title',
      null,
      'phone',
      'phone',
      'email',
    ],
  ],
  [
    'Name,Given Name,Additional Name,Family Name,Phone 1 - Type,Phone 1 - Value,Organization 1 - Name,Organization 1 - Title',
    ['name', 'first_name', 'middle_name', 'last_name', null, 'phone', 'company', 'job_title'],
  ],
  [
    "First Name,Title,Mobile Phone,Business Phone 2,Business Fax,Home Fax,Pager,E-mail 2 Address,Job Title,Company,Assistant's Phone",
    ['first_name', null, 'phone', 'phone', null, null, null, 'email', 'job_title', 'company', null],
  ],
  ['Name,Title,Phone', ['name', 'job_title', 'phone']],
  ['الاسم,رقم الجوال', ['name', 'phone']],
  ['नाम,मोबाइल', ['name', 'phone']],
  ['name,name,phone', ['name', null, 'phone']],
  ['__proto__,constructor,phone', [null, null, 'phone']],
])('%s', (header, expected) => {
  expect(fields(header)).toEqual(expected)
})

test('a mobile column takes precedence over a landline', () => {
  const header = ['Home Phone', 'Phone', 'Mobile Phone', 'Phone 1 - Label', 'Phone 1 - Value']
  const layout = layoutOf('contacts', guessColumns('contacts', [header], isPhone).columns)
  expect(layout.phones).toEqual([
    { column: 2, label: undefined },
    { column: 1, label: undefined },
    { column: 4, label: 3 },
    { column: 0, label: undefined },
  ])
})

test('without a header, or with a meaningless one, the cells decide', () => {
  const rows = [
    ['7', 'Budi', 'budi@example.com', '0812 3456 789'],
    ['8', 'Siti', '', '+62 812 3456 780'],
  ]
  const bare = guessColumns('contacts', rows, isPhone)
  expect(bare.body).toBe(0)
  expect(bare.columns).toEqual([
    { header: 'Column 1', field: null },
    { header: 'Column 2', field: 'name' },
    { header: 'Column 3', field: 'email' },
    { header: 'Column 4', field: 'phone' },
  ])
  expect(guessColumns('contacts', [['A', 'B', 'C', 'D'], ...rows], isPhone).columns.map(({ field }) => field)).toEqual([
    null,
    'name',
    'email',
    'phone',
  ])
})

test.each([
  [
    'investors',
    'Kode,Nama Investor,Tipe,Negara,PIC,No HP,Email PIC,Peran',
    ['code', 'name', 'type', 'country', 'contact_name', 'contact_phone', 'contact_email', 'contact_role'],
  ],
  ['investors', 'Investor,E-mail,Min Ticket,Currency', ['name', 'email', 'ticket_min', 'preferred_currency']],
  [
    'investments',
    'Ref,Investor,Round,Status,Stage,Currency,Committed,Date,Funded Amount,Funding Date',
    [
      'reference',
      'investor',
      'offering',
      'status',
      'stage',
      'currency',
      'committed_amount',
      'committed_on',
      'transaction_amount',
      'transaction_on',
    ],
  ],
  [
    'investments',
    'Nama Investor,Proyek,Mata Uang,Jumlah Komitmen,Tanggal Komitmen,Jumlah Setoran,Tgl Setor,No Bukti',
    [
      'investor',
      'offering',
      'currency',
      'committed_amount',
      'committed_on',
      'transaction_amount',
      'transaction_on',
      'transaction_reference',
    ],
  ],
] as const)('%s: %s', (kind, header, expected) => {
  expect(guessColumns(kind, [header.split(',')], isPhone).columns.map(({ field }) => field)).toEqual(expected)
})

test.each<[string, ImportKind, string[][], number, (ImportField | null)[]]>([
  [
    'a title, and a day below it',
    'contacts',
    [['Daftar kontak PT Maju'], ['Per 31 Januari 2026'], ['No', 'Nama', 'No HP'], ['1', 'Budi', '081234567890']],
    3,
    [null, 'name', 'phone'],
  ],
  [
    'cells that hold columns together',
    'investments',
    [
      ['Investor', '', 'Commitment', ''],
      ['Code', 'Investor', 'Currency', 'Amount'],
      ['', 'Budi', 'IDR', '1500000'],
    ],
    2,
    [null, 'investor', 'currency', 'committed_amount'],
  ],
  [
    'a row that has the word for a column',
    'contacts',
    [
      ['Name', 'Phone', 'Notes'],
      ['Budi', '081234567890', 'Company'],
      ['Title', '081234567891', ''],
    ],
    1,
    ['name', 'phone', 'notes'],
  ],
  [
    'words that are a header far below',
    'contacts',
    [...Array.from({ length: 11 }, () => ['a', 'b']), ['Name', 'Phone']],
    1,
    [null, null],
  ],
])('the header below %s is found', (_, kind, head, body, expected) => {
  const guess = guessColumns(kind, head, isPhone)
  expect([guess.body, guess.columns.map(({ field }) => field)]).toEqual([body, expected])
})
