// Imported files with several numbers and addresses of a contact: matched by any, added, and removed by the undo.
import { expect, test } from 'vitest'
import { type ContactInput, contacts } from '../../../contract/contacts.ts'
import type { Caller } from '../../test/app.ts'
import { testImports } from '../../test/imports.ts'
import { made } from '../../test/records.ts'

const { signUp, paste, rowsOf, said, run, revert } = await testImports()
const add = async (caller: Caller, body: ContactInput) => made(await caller.call(contacts.create, { body }))
const list = async (caller: Caller) => made(await caller.call(contacts.list, { query: {} })).data
const header = 'Name|Phone|Work phone 2|Email|Email 2'

test('a row finds a contact by any of its numbers and addresses, and adds the missing ones', async () => {
  const ayu = await signUp()
  await add(ayu, {
    name: 'Budi',
    phone: '+628111111111',
    other_phones: [{ label: 'home', phone: '+628122222222' }],
    other_emails: ['old@example.com'],
  })
  const rows = ['BUDI|0812 2222 222|021 5555 6666|b@example.com|c@example.com', 'Mail only|||OLD@example.com|']
  const preview = await paste(ayu, 'contacts', header, ...rows)
  expect(said(await rowsOf(ayu, preview))).toEqual([
    [2, 'update', 'Adds email, other phones and other emails to Budi.'],
    [3, 'skip', 'Budi already has this email address, and there is nothing new to add.'],
  ])
  await run(ayu, preview)
  const numbers = [
    { label: 'home', phone: '+628122222222' },
    { label: 'work', phone: '+622155556666' },
  ]
  expect(await list(ayu)).toMatchObject([
    {
      phone: '+628111111111',
      email: 'b@example.com',
      other_phones: numbers,
      other_emails: ['old@example.com', 'c@example.com'],
    },
  ])
  expect(await revert(ayu, preview)).toMatchObject({ reverted: 1, not_reverted: 0 })
  expect(await list(ayu)).toMatchObject([
    { email: '', other_phones: numbers.slice(0, 1), other_emails: ['old@example.com'] },
  ])
})

test('the other number of a row finds only contacts of the same name, because colleagues share a number', async () => {
  const ayu = await signUp()
  await add(ayu, { name: 'Budi', phone: '+628111111111', other_phones: [{ label: 'work', phone: '+622155556666' }] })
  const rows = ['Siti|0813 3333 333|021 5555 6666||', 'Budi|0814 4444 444|0811 1111 111||']
  const preview = await paste(ayu, 'contacts', header, ...rows)
  expect(said(await rowsOf(ayu, preview))).toEqual([
    [2, 'create', 'Saved in the notes, because another contact has it: +622155556666.'],
    [3, 'update', 'Adds other phones to Budi.'],
  ])
  await run(ayu, preview)
  expect(await list(ayu)).toMatchObject([
    { name: 'Budi', phone: '+628111111111', other_phones: [{ phone: '+622155556666' }, { phone: '+628144444444' }] },
    { name: 'Siti', phone: '+628133333333', notes: 'Also: +622155556666', other_phones: [] },
  ])
})

test('two rows that share a number in any column are both imported', async () => {
  const ayu = await signUp()
  const rows = ['Budi|0811 1111 111|021 5555 6666||', 'Siti|0813 3333 333|021 5555 6666||', 'Office|021 5555 6666|||']
  await run(ayu, await paste(ayu, 'contacts', header, ...rows))
  expect(await list(ayu)).toMatchObject([
    { name: 'Budi', other_phones: [{ label: 'work', phone: '+622155556666' }] },
    { name: 'Siti', notes: 'Also: +622155556666' },
  ])
})

test('an export is imported again with all numbers and addresses', async () => {
  const ayu = await signUp()
  const body = {
    name: 'Budi',
    phone: '+628111111111',
    other_phones: [{ label: 'home' as const, phone: '+628122222222' }],
  }
  const { id } = await add(ayu, body)
  const head =
    'id|name|phone|other_phones|email|other_emails|consent_at|consent_how|consent_evidence|language|time_zone|updated_at'
  const preview = await paste(
    ayu,
    'contacts',
    head,
    `${id}|Budi|+628111111111|+628122222222, +628133333333||x@example.com||||||`,
  )
  await run(ayu, preview)
  expect(await list(ayu)).toMatchObject([
    {
      other_phones: [
        { label: 'home', phone: '+628122222222' },
        { label: 'mobile', phone: '+628133333333' },
      ],
      other_emails: ['x@example.com'],
    },
  ])
  expect(await revert(ayu, preview)).toMatchObject({ reverted: 1, not_reverted: 0 })
  expect(await list(ayu)).toMatchObject([
    { other_phones: [{ label: 'home', phone: '+628122222222' }], other_emails: [] },
  ])
})
