import { expect, test } from 'vitest'
import { languageOf, renderEmail } from './email.ts'
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
])('a reader of %s is written to in %s', (locale, language) => {
  expect(languageOf(locale)).toBe(language)
})

test('a letter is whole in its reader’s language, and what somebody calls themselves stays what it is', () => {
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
