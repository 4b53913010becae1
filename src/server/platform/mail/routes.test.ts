import { expect, test } from 'vitest'
import { mail } from '../../../contract/mail.ts'
import { testApp } from '../../test/app.ts'

test('whether emails are sent or written to the outbox is public', async () => {
  const without = await testApp()
  expect((await without.call(mail.delivery)).body).toEqual({ delivery: 'outbox' })
  const by = await testApp({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'kabar@example.com' })
  expect((await by.call(mail.delivery)).body).toEqual({ delivery: 'smtp' })
})
