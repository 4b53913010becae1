// What an import says about a row, in both languages.
import { afterEach, expect, test } from 'vitest'
import { english } from '../../../contract/messages/english.ts'
import { indonesian } from '../../../contract/messages/indonesian.ts'
import { message } from '../../../contract/messages/message.ts'
import { setCatalogue } from '../../platform/lib/messages.ts'
import { setLanguage } from '../../platform/lib/text.ts'
import { render, screen } from '../../platform/ui/testing/render.tsx'
import { ReasonShow } from './reason-show.tsx'

afterEach(() => {
  setLanguage('en', {})
  setCatalogue(english)
})

const paid = { amount: '1500000', currency: 'IDR' }
const fields = [message('column.phone'), message('column.tags')]
const reasons = [
  message('row.adds', { fields, name: 'Budi' }),
  message('row.adds_payment', { paid, day: '2026-11-20', name: message('place.investment_of_line', { line: 3 }) }),
  message('row.field_fault', { field: message('column.name'), fault: message('field.required') }),
]

test.each([
  [
    'en',
    english,
    [
      'Adds phone and tags to Budi.',
      'Adds IDR 1,500,000 of Nov 20, 2026 to the investment of line 3.',
      'name: is required.',
    ],
  ],
  [
    'id',
    indonesian,
    [
      'Menambahkan telepon dan tag pada Budi.',
      'Menambahkan Rp 1.500.000 tanggal 20 Nov 2026 pada investasi di baris 3.',
      'nama: wajib diisi.',
    ],
  ],
])('%s', (tag, catalogue, sentences) => {
  setLanguage(tag, {})
  setCatalogue(catalogue)
  render(<ReasonShow reasons={reasons} />)
  expect(screen.getAllByRole('listitem').map((item) => item.textContent.replaceAll('\u00a0', ' '))).toEqual(sentences)
})

test('one reason is a sentence, and one that the catalogue lacks is the text of the server', () => {
  render(<ReasonShow reasons={[{ code: 'row.of_a_newer_server', params: {}, text: 'Something new.' }]} />)
  expect(screen.queryByRole('list')).toBeNull()
  expect(screen.getByText('Something new.')).toBeDefined()
})
