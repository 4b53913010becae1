// The rules of templates: only what can be rendered is kept, under a name of its own.
import type { Preview, Template, TemplateInput } from '../../contract/templates.ts'
import type { Tenant } from '../db/index.ts'
import { AppError, fieldError, found, notFound } from '../errors.ts'
import * as queries from './queries.ts'
import { compile, sampleValues } from './rendering.ts'

export { compile, type Recipe } from './rendering.ts'

export async function create(tenant: Tenant, input: TemplateInput): Promise<Template> {
  assertSendable(input.body)
  const id = await queries.create(tenant, input)
  if (!id) throw nameTaken()
  return found(await queries.get(tenant, id))
}

export async function change(
  tenant: Tenant,
  id: string,
  { version, ...input }: Partial<TemplateInput> & { version: number },
): Promise<Template> {
  if (input.body !== undefined) assertSendable(input.body)
  const changed = await withFreeName(queries.update(tenant, id, version, input))
  const current = found(await queries.get(tenant, id))
  if (!changed)
    throw new AppError('version_conflict', 'Somebody changed this template after you opened it.', { current })
  return current
}

/** Restoring what was never gone is no mistake: pressing Undo twice is one press. */
export async function restore(tenant: Tenant, id: string): Promise<Template> {
  await withFreeName(queries.restore(tenant, id))
  return found(await queries.get(tenant, id))
}

export async function preview(tenant: Tenant, body: string, contactId: string | undefined): Promise<Preview> {
  const contact = contactId === undefined ? sampleValues.contact : await queries.contactValues(tenant, contactId)
  if (!contact) throw notFound()
  const compiled = compile(body)
  if (!compiled.ok) return { text: null, mistake: compiled.mistake, missing: [] }
  const name = await queries.organizationName(tenant)
  const rendered = compiled.recipe.render({ contact, organization: { name } })
  if (rendered.ok) return { text: rendered.text, mistake: null, missing: [] }
  const { missing, mistake } = rendered
  return { text: null, mistake: mistake === undefined ? null : { message: mistake, line: null, column: null }, missing }
}

/** Throws what is wrong with a text that cannot be sent, on the field `body`. */
function assertSendable(body: string) {
  const compiled = compile(body)
  if (compiled.ok) return
  const { message, line, column } = compiled.mistake
  throw fieldError('template_invalid', 'body', line === null ? message : `Line ${line}, column ${column}: ${message}`)
}

const nameTaken = () => fieldError('name_taken', 'name', 'Another template has this name. Choose a different one.')

async function withFreeName<T>(query: Promise<T>): Promise<T> {
  try {
    return await query
  } catch (error) {
    throw (error as { constraint?: string }).constraint === 'templates_name' ? nameTaken() : error
  }
}
