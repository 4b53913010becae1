import { describe, expect, it } from 'vitest'
import { contacts } from '../../../contract/contacts.ts'
import { templates } from '../../../contract/templates.ts'
import { testApp } from '../../test/app.ts'

const { signUp } = await testApp()
const nobody = '01900000-0000-7000-8000-000000000000'

describe('templates', async () => {
  const person = await signUp({ organization: 'Kabar Capital' })

  async function create(name: string, body = 'Dear {{ contact.name }}') {
    const { status, body: template } = await person.call(templates.create, { body: { name, body } })
    expect(status).toBe(201)
    return template
  }

  it('are created, changed and read', async () => {
    const made = await create('Welcome')
    expect(made).toMatchObject({ name: 'Welcome', version: 1, updated_by: expect.stringMatching(/^Person/) })
    const changed = await person.call(templates.update, {
      params: { id: made.id },
      body: { name: 'Welcome!', version: 1 },
    })
    expect(changed.body).toMatchObject({ name: 'Welcome!', body: 'Dear {{ contact.name }}', version: 2 })
    expect((await person.call(templates.get, { params: { id: made.id } })).body).toEqual(changed.body)
    const inIndonesian = { language: 'id', version: 2 }
    const spoken = await person.call(templates.update, { params: { id: made.id }, body: inIndonesian })
    expect([made.language, spoken.body.language, spoken.body.body]).toEqual(['', 'id', 'Dear {{ contact.name }}'])
  })

  it('are listed by page, order and part of the name', async () => {
    for (const name of ['List b', 'list Á', 'List c', '100% list']) await create(name)
    const names = async (query: object) => {
      const { body } = await person.call(templates.list, { query })
      return [...body.data.map(({ name }) => name), body.pagination.total]
    }
    expect(await names({ q: 'list a' })).toEqual(['list Á', 1])
    expect(await names({ q: '0%' })).toEqual(['100% list', 1])
    expect(await names({ q: 'LIST', sort: '-name', per_page: 2 })).toEqual(['List c', 'List b', 4])
    expect(await names({ q: 'LIST', sort: '-name', per_page: 2, page: 2 })).toEqual(['list Á', '100% list', 4])
    expect(await names({ q: 'list', sort: '-created_at' })).toEqual(['100% list', 'List c', 'list Á', 'List b', 4])
  })

  it('show who made a concurrent change', async () => {
    const { id } = await create('Contested')
    await person.call(templates.update, { params: { id }, body: { body: 'First', version: 1 } })
    const late = await person.call(templates.update, { params: { id }, body: { body: 'Second', version: 1 } })
    expect(late.status).toBe(409)
    expect(late.problem).toMatchObject({ code: 'version_conflict', current: { id, body: 'First', version: 2 } })
  })

  it('have unique names', async () => {
    const taken = { code: 'name_taken', errors: [{ path: 'name', code: 'template.name_taken' }] }
    const { id } = await create('Unique')
    const other = await create('Other')
    const doubled = await person.call(templates.create, { body: { name: ' UNIQUE ', body: 'x' } })
    expect(doubled.status).toBe(409)
    expect(doubled.problem).toMatchObject(taken)
    const renamed = await person.call(templates.update, {
      params: { id: other.id },
      body: { name: 'unique', version: 1 },
    })
    expect(renamed.problem).toMatchObject(taken)
    expect((await person.call(templates.update, { params: { id }, body: { name: 'UNIQUE', version: 1 } })).status).toBe(
      200,
    )
  })

  it('have unique names even when created concurrently', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => person.call(templates.create, { body: { name: 'Race', body: 'x' } })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
  })

  it('can be restored unless the name is taken', async () => {
    const { id } = await create('Passing')
    expect((await person.call(templates.remove, { params: { id } })).status).toBe(204)
    expect((await person.call(templates.remove, { params: { id } })).status).toBe(404)
    expect((await person.call(templates.get, { params: { id } })).status).toBe(404)
    expect((await person.call(templates.list, { query: { q: 'Passing' } })).body.data).toEqual([])
    expect((await person.call(templates.restore, { params: { id } })).body).toMatchObject({ id, name: 'Passing' })
    expect((await person.call(templates.restore, { params: { id } })).status).toBe(200)
    await person.call(templates.remove, { params: { id } })
    await create('passing')
    const blocked = await person.call(templates.restore, { params: { id } })
    expect(blocked.status).toBe(409)
    expect(blocked.problem).toMatchObject({ code: 'name_taken' })
    expect((await person.call(templates.restore, { params: { id: nobody } })).status).toBe(404)
  })

  it('with an error are rejected on the field, with the position', async () => {
    const error = {
      code: 'template_invalid',
      errors: [{ path: 'body', message: expect.stringMatching(/Line 2, column 4: .*contact\.name/) }],
    }
    const made = await person.call(templates.create, { body: { name: 'Broken', body: 'Hi\n{{ name }}' } })
    expect(made.status).toBe(400)
    expect(made.problem).toMatchObject(error)
    const { id } = await create('Sound')
    const changed = await person.call(templates.update, {
      params: { id },
      body: { body: 'Hi\n{{ name }}', version: 1 },
    })
    expect(changed.problem).toMatchObject(error)
    const empty = await person.call(templates.create, { body: { name: 'Empty', body: '' } })
    expect(empty.problem).toMatchObject({ code: 'invalid_request', errors: [{ path: 'body' }] })
    const blank = await person.call(templates.create, { body: { name: 'Blank', body: ' \n ' } })
    expect(blank.problem).toMatchObject({ code: 'invalid_request', errors: [{ path: 'body' }] })
  })

  it('are previewed for a contact', async () => {
    const { body: budi } = await person.call(contacts.create, { body: { name: 'Budi', company: 'PT Maju' } })
    const show = async (body: string, contact_id?: string) =>
      (await person.call(templates.preview, { body: contact_id ? { body, contact_id } : { body } })).body
    const text = '{{ contact.name }}, {{ contact.company }}, {{ organization.name }}'
    const nothing = { investor: null, investment: null, error: null, missing: [] }
    expect(await show(text)).toEqual({ ...nothing, text: 'Budi Santoso, PT Sumber Rejeki, Kabar Capital' })
    expect(await show(text, budi.id)).toEqual({ ...nothing, text: 'Budi, PT Maju, Kabar Capital' })
    expect(await show('{{ contact.email }}', budi.id)).toEqual({ ...nothing, text: null, missing: ['contact.email'] })
    expect(await show('{{ name }}')).toMatchObject({ text: null, error: { line: 1, column: 4 }, missing: [] })
    expect(await show('')).toMatchObject({ text: null, error: { line: null } })
    const gone = await person.call(templates.preview, { body: { body: text, contact_id: nobody } })
    expect(gone.status).toBe(404)
  })

  it('are not visible to other organizations', async () => {
    const { id } = await create('Secret')
    const { body: contact } = await person.call(contacts.create, { body: { name: 'Hidden' } })
    const stranger = await signUp()
    const params = { id }
    for (const answer of [
      await stranger.call(templates.get, { params }),
      await stranger.call(templates.update, { params, body: { body: 'x', version: 1 } }),
      await stranger.call(templates.remove, { params }),
      await stranger.call(templates.restore, { params }),
      await stranger.call(templates.preview, { body: { body: 'x', contact_id: contact.id } }),
    ])
      expect(answer.status).toBe(404)
    expect((await stranger.call(templates.list)).body.data).toEqual([])
    expect((await stranger.call(templates.create, { body: { name: 'Secret', body: 'x' } })).status).toBe(201)
    expect((await person.call(templates.get, { params })).body.version).toBe(1)
  })

  it('the preview is the sample contact’s message in their language, and never shows an expression', async () => {
    const body =
      'Halo {{ contact.preferred_name }}, {{ investor.next_due_on | date: "%-d %B" }}: {{ organization.name }}'
    const { body: made } = await person.call(templates.create, { body: { name: 'Due', body, language: 'id' } })
    expect(made.preview).toBe('Halo Pak Budi, 5 Desember: Kabar Capital')
    const listed = await person.call(templates.list, { query: { q: 'Due' } })
    expect(listed.body.data).toMatchObject([{ preview: made.preview }])
  })
})
