import { expect, test } from 'vitest'
import { languageOf } from '../../errors.ts'
import { renderEmail } from './email.ts'
import { emailTo } from './email-texts.ts'

test.each([
  ['id', 'id'],
  ['id-ID', 'id'],
  ['in', 'id'],
  ['en', 'en'],
  ['en-ID', 'en'],
  ['ida', 'en'],
  ['pt-BR', 'en'],
  ['', 'en'],
  [undefined, 'en'],
])('emails for the locale %s are in %s', (locale, language) => {
  expect(languageOf(locale)).toBe(language)
})

test('an email is completely in the language of its recipient, except names', () => {
  const ayu = { name: '{email} $& Ayu', email: 'ayu@example.com', locale: 'id' }
  const url = 'https://kabar.example/account?email_token=x'
  const letter = emailTo(ayu, 'email_confirm', { url, email: 'old@example.com' })
  expect(letter).toMatchObject({
    to: { name: ayu.name, address: ayu.email },
    link: { label: 'Konfirmasi alamat', url },
  })
  const { text, html } = renderEmail(letter)
  expect(text).toMatch(/^Halo \{email\} \$& Ayu,\n\n/)
  expect(text).toContain('alamat Anda saat ini (old@example.com)')
  expect(text).not.toMatch(/\b(you|your|the)\b/i)
  expect(html).toContain('<html lang="id">')
})
