// Parsing of one row of a file.

import { expect, test } from 'vitest'
import type { BuiltInField } from '../../../contract/imports.ts'
import type { Message } from '../../../contract/messages/message.ts'
import { sentenceOf } from '../../errors.ts'
import { guessColumns, layoutOf } from './columns.ts'
import type { ImportContext } from './importer.ts'
import { readRow } from './row.ts'

const context = (header: string[]) => ({
  layout: layoutOf('contacts', guessColumns('contacts', [header], () => false).columns),
  options: { country: 'ID', tags: [] as string[] } as ImportContext['options'],
  custom: { fields: [], members: [] },
})

function read(cells: Partial<Record<BuiltInField, string>>) {
  return readRow({ line: 2, cells: Object.values(cells) }, context(Object.keys(cells)))
}

test('a row with all fields is parsed', () => {
  expect(
    read({
      first_name: ' Budi ',
      middle_name: '',
      last_name: 'Santoso',
      phone: "'0812 3456 789",
      email: 'b@x.io',
      notes: 'a\nb\u0007',
    }),
  ).toEqual({
    line: 2,
    contact: {
      name: 'Budi Santoso',
      preferred_name: '',
      phone: '+628123456789',
      phone_label: 'mobile',
      email: 'b@x.io',
      other_emails: [],
      company: '',
      job_title: '',
      notes: 'a\nb',
      consent: 'unknown',
    },
    phone_key: '+628123456789',
    custom: {},
    doubt: null,
    problems: [],
    remarks: [],
    remarksAsNew: [],
    tags: [],
    isWelcome: false,
    other_numbers: [],
    others: '',
  })
})

const textOf = (messages: Message[]) => messages.map((each) => sentenceOf(each)).join('\n')
const tooShort = 'This number is too short for Indonesia. Begin numbers of other countries with + and the country code.'

test.each([
  [{ name: 'Budi' }, 'No phone number and no email address.'],
  [{ company: 'PT Maju' }, 'No phone number and no email address.'],
  [{ name: '', phone: ' ' }, 'No name, no phone number and no email address.'],
  [{ name: 'Budi', phone: '12' }, tooShort],
  [{ name: 'Budi', phone: '12', email: 'b@x.io' }, tooShort],
  [{ name: 'x'.repeat(201), phone: '08123456789' }, 'The text in name is longer than 200 characters.'],
  [
    { name: 'Budi', phone: '08123456789', notes: 'x'.repeat(20_001) },
    'The text in notes is longer than 20,000 characters.',
  ],
  [
    { name: 'Budi', email: 'not an address', consent: 'perhaps' },
    `No phone number and no email address.
“not an address” is not an email address and is skipped.
“perhaps” is not a valid consent: it stays unknown.`,
  ],
  [
    { name: 'x'.repeat(201), phone: '12', company: 'x'.repeat(201) },
    `The text in name is longer than 200 characters.\nThe text in company is longer than 200 characters.\n${tooShort}`,
  ],
])('%o is rejected', (cells, problem) => {
  expect(textOf(read(cells).problems)).toBe(problem)
})

test.each([
  [{ phone: '08123456789' }, '+628123456789', 'No name in the file: named “+628123456789” for now.'],
  [{ company: 'PT Maju', phone: '08123456789' }, 'PT Maju', 'No name in the file: named “PT Maju” for now.'],
  [{ name: 'Budi', phone: '08123456789', email: 'budi@' }, 'Budi', '“budi@” is not an email address and is skipped.'],
  [{ name: '="Budi"', phone: '="08123456789"' }, 'Budi', null],
  [{ name: '=1+1', phone: '08123456789' }, '=1+1', null],
  [{ name: 'Bu\u0000di\nSantoso', phone: '08123456789' }, 'Bu di Santoso', null],
])('%o is accepted', (cells, name, remark) => {
  const row = read(cells)
  expect(row).toMatchObject({ contact: { name, phone: expect.anything() }, problems: [] })
  expect(textOf([...row.remarksAsNew, ...row.remarks])).toBe(remark ?? '')
})

test('the mobile number of several is used, and the first of several in a cell', () => {
  const phones = context(['Phone', 'Phone 2', 'Email'])
  const phone = (...cells: string[]) => readRow({ line: 2, cells }, phones).contact.phone
  expect(phone('021 5555 1234', '08123456789')).toBe('+628123456789')
  expect(phone('nonsense', '08123456789')).toBe('+628123456789')
  expect(phone('08123456780 ::: 08123456789', '')).toBe('+628123456780')
  expect(phone('021 5555 1234', '')).toBe('+622155551234')
  expect(readRow({ line: 2, cells: ['', '', 'bad ::: a@x.io ::: b@x.io', 'too', 'many'] }, phones)).toMatchObject({
    contact: { email: 'a@x.io' },
    problems: [{ code: 'row.too_many_cells', params: { cells: 5, count: 3 } }],
  })
})

test('a single column is used for one field', () => {
  const { problems } = readRow({ line: 2, cells: ['08123456789', 'more'] }, context(['Phone']))
  expect(textOf(problems)).toMatch(/^This row has 2 cells, but there is 1 column\./)
})

test.each([
  ['yes', 'opted_in'],
  ['Ya', 'opted_in'],
  ['opted_in', 'opted_in'],
  ['no', 'opted_out'],
  ['STOP', 'opted_out'],
  ['', 'unknown'],
  ['perhaps', 'unknown'],
])('consent %j is %s', (consent, expected) => {
  expect(read({ name: 'Budi', phone: '08123456789', consent }).contact.consent).toBe(expected)
})

test.each(['\u200E', '\u200B', '\u00AD', '\u2800', '\u3164', ' \uFEFF\u00A0'])(
  '%j in a cell counts as empty',
  (invisible) => {
    const { contact, remarksAsNew } = read({
      name: invisible,
      preferred_name: invisible,
      notes: invisible,
      phone: '08123456789',
    })
    expect(contact).toMatchObject({ name: '+628123456789', preferred_name: '', notes: '' })
    expect(textOf(remarksAsNew)).toMatch(/^No name in the file/)
  },
)

test('invisible and direction-changing characters are removed from a name', () => {
  const name = 'Ada\u202E Love\u2028lace\u{E0068}\u{E0069}'
  expect(read({ name, phone: '08123456789' }).contact.name).toBe('Ada Love lace')
})
