// What an import says about rows, in the language of whoever reads it: over the API and in files.
import { expect, test } from 'vitest'
import { downloads } from '../../../contract/downloads.ts'
import type { Endpoint, ResponseOf } from '../../../contract/endpoint.ts'
import type { Import, imports } from '../../../contract/imports.ts'
import { users } from '../../../contract/users.ts'
import type { Caller } from '../../test/app.ts'
import { testImports } from '../../test/imports.ts'
import { made } from '../../test/records.ts'

const { app, signUp, paste } = await testImports()
const people = ['Name|Phone', 'Budi|12', 'Ani|0812 3450 001', 'Ani|0812 3450 001']

async function inLanguage<E extends Endpoint>(caller: Caller, path: string, language: string) {
  const headers = { authorization: `Bearer ${caller.access_token}`, 'accept-language': language }
  return (await app.inject({ url: `/api${path}`, headers })).json<ResponseOf<E>>()
}

const rows = (caller: Caller, { id }: Import, language: string) =>
  inLanguage<typeof imports.rows>(caller, `/v1/imports/${id}/rows`, language)

test('a client reads the reasons of rows in the language that it prefers', async () => {
  const ayu = await signUp()
  const preview = await paste(ayu, 'contacts', ...people)
  const { data } = await rows(ayu, preview, 'id-ID, en;q=0.5')
  expect(data.map(({ reasons }) => reasons)).toEqual([
    [
      {
        code: 'phone.too_short_in',
        params: { country: 'ID' },
        text: 'Nomor ini terlalu pendek untuk Indonesia. Awali nomor negara lain dengan + dan kode negara.',
      },
    ],
    [],
    [{ code: 'row.phone_repeated', params: { line: 3 }, text: 'Memiliki nomor yang sama dengan baris 3.' }],
  ])
  const english = await rows(ayu, preview, 'nl')
  expect(english.data[2]!.reasons[0]).toMatchObject({ text: 'Same number as line 3.' })
})

test('the file of rows in error is in the language of the user', async () => {
  const ayu = await signUp()
  const preview = await paste(ayu, 'contacts', ...people)
  const file = async () => {
    const input = { import_id: preview.id, format: 'csv' as const }
    const { url } = made(await ayu.call(downloads.create, { body: { kind: 'import_errors', input } }))
    return (await app.inject({ url })).body
  }
  expect(await file()).toContain('This number is too short for Indonesia.')
  made(await ayu.call(users.updateProfile, { body: { locale: 'id' } }))
  expect(await file()).toContain('Nomor ini terlalu pendek untuk Indonesia.')
})
