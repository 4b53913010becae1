// Which contacts can be added to an investor.
import { expect, test } from 'vitest'
import { safeParse } from 'zod/v4/core'
import { PersonForm, type PersonValues } from './person.ts'

const nobody: PersonValues = { is_new: true, id: '', name: '', phone: '', role: 'finance' }

test.each([
  ['somebody new with a name', { name: 'Sari' }, []],
  ['somebody new without', { phone: '0812' }, ['name field.required']],
  ['the owner of a typed number', { id: '7', phone: '' }, []],
  ['a chosen contact', { is_new: false, id: '7' }, []],
  ['nobody', { is_new: false, name: 'Sari' }, ['id field.required']],
] as const)('%s', (_, values, faults) => {
  const { error } = safeParse(PersonForm, { ...nobody, ...values })
  expect((error?.issues ?? []).map(({ path, message }) => `${path.join('.')} ${message}`)).toEqual(faults)
})
