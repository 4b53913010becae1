// Rules of templates: only renderable texts are saved, under a unique name.
import { type Message, message } from '../../../contract/messages/message.ts'
import { reasonMessage } from '../../../contract/messages/recipient-reason.ts'
import { listedInvestments, type TemplateVariable, templateVariables } from '../../../contract/template-language.ts'
import type { Preview, Template, TemplateInput, TemplateQuery } from '../../../contract/templates.ts'
import { AppError, fieldError, notFound, orNotFound, versionConflict } from '../../errors.ts'
import { requireAmounts } from '../../platform/db/amounts.ts'
import type { Tenant } from '../../platform/db/index.ts'
import { unlessTaken } from '../../platform/db/records.ts'
import { timeSlices } from '../../time-slices.ts'
import * as media from '../media/service.ts'
import { type Customs, customsOf } from './custom.ts'
import * as queries from './queries.ts'
import { compile, type Recipe, type Rendered, tooMuch } from './rendering.ts'
import { sampleValuesOf } from './samples.ts'
import { nowhere } from './template-errors.ts'
import { type Addressed, allListed, type Loaded, load } from './values/queries.ts'
import { fieldOf, figuresOf, type Root, subjectOf, type Values } from './values.ts'
import { localeOf } from './words.ts'

export type { Recipe } from './rendering.ts'

/** Compiles a text that may use custom fields of the organization. */
export const compileFor = async (tenant: Tenant, body: string) => compile(body, await customsOf(tenant, body))

export async function list(tenant: Tenant, query: TemplateQuery): Promise<{ data: Template[]; total: number }> {
  const { data, total } = await queries.list(tenant, query)
  const organization = await queries.sender(tenant)
  const customs = await customsOf(tenant, ...data.map(({ body }) => body))
  // Rendering a page of up to 200 texts may be slow, so other requests get a turn in between.
  return { data: await timeSlices.map(data, (template) => withPreview(template, organization, customs)), total }
}

export async function get(tenant: Tenant, id: string): Promise<Template> {
  const template = orNotFound(await queries.get(tenant, id))
  return withPreview(template, await queries.sender(tenant), await customsOf(tenant, template.body))
}

/** Adds the message filled in for the sample contact. If the text cannot be rendered, each expression becomes `…` instead. */
function withPreview(template: queries.Stored, organization: Values, customs: Customs): Template {
  const { body, language } = template
  const compiled = compile(body, customs)
  const rendered = compiled.ok
    ? compiled.recipe.render({ ...sampleValuesOf(customs), locale: localeOf(language), organization })
    : undefined
  return { ...template, preview: rendered?.ok ? rendered.text : body.replace(/\{[{%].*?[%}]\}/gs, '…').trim() }
}

export async function create(tenant: Tenant, input: TemplateInput): Promise<Template> {
  await assertSendable(tenant, input.body)
  await media.assertMedia(tenant, input.media_id)
  const id = await queries.create(tenant, input)
  if (!id) throw nameTaken()
  return get(tenant, id)
}

export async function change(
  tenant: Tenant,
  id: string,
  { version, ...input }: Partial<TemplateInput> & { version: number },
): Promise<Template> {
  if (input.body !== undefined) await assertSendable(tenant, input.body)
  await media.assertMedia(tenant, input.media_id)
  const changed = await withFreeName(queries.update(tenant, id, version, input))
  const current = await get(tenant, id)
  if (!changed) throw versionConflict(message('template.changed'), current)
  return current
}

/** Refused while a scheduled broadcast uses it: that broadcast would fail unattended. */
export async function remove(tenant: Tenant, id: string): Promise<void> {
  const name = await queries.awaiting(tenant, id)
  if (name !== undefined) throw new AppError('in_use', message('template.in_use', { name }))
  if (!(await queries.remove(tenant, id))) throw notFound()
}

/** Does nothing if it is not deleted, so a repeated Undo is harmless. */
export async function restore(tenant: Tenant, id: string): Promise<Template> {
  await withFreeName(queries.restore(tenant, id))
  return get(tenant, id)
}

/** Runs a function in a read-only transaction. */
export type ReadTransaction = <T>(work: (tenant: Tenant) => Promise<T>) => Promise<T>

/** `read` is a transaction for loading data only; rendering starts after it has ended. */
export async function preview(
  read: ReadTransaction,
  { body, contact_id, language = '' }: { body: string; contact_id?: string | undefined; language?: string | undefined },
): Promise<Preview> {
  const { contact, from, loaded, compiled, customs } = await read(async (tenant) => {
    const customs = await customsOf(tenant, body)
    const compiled = compile(body, customs)
    const person = contact_id === undefined ? undefined : await queries.person(tenant, contact_id)
    if (person && compiled.ok) await requireAmountsFor(tenant, body)
    if (contact_id !== undefined && !person) throw notFound()
    const [figures] =
      compiled.ok && person
        ? await loadFor(tenant, compiled.recipe, [{ contact_id: person.id, investor_id: null }])
        : []
    return { contact: person, from: await queries.sender(tenant), loaded: figures, compiled, customs }
  })
  const nobody = { investor: null, investment: null }
  if (!compiled.ok) return { ...nobody, text: null, error: compiled.error, missing: [] }
  const sender = { ...from, language }
  const rendered = contact
    ? renderFor(compiled.recipe, { contact, sender, loaded })
    : compiled.recipe.render({ ...sampleValuesOf(customs), locale: localeOf(language), organization: { ...sender } })
  const of = {
    investor: loaded ? { id: loaded.investor.id, name: loaded.investor.name } : null,
    investment: loaded?.investments[0] ? { id: loaded.investments[0].id, name: loaded.investments[0].title } : null,
  }
  if (rendered.ok) return { ...of, text: rendered.text, error: null, missing: [] }
  const { missing, error } = rendered
  return { ...of, text: null, error: error === undefined ? null : nowhere(error), missing }
}

/** Whether a text has a variable that is an amount of money. */
export const namesAmount = (tenant: Tenant, body: string): Promise<boolean> =>
  hasVariable(tenant, body, ({ kind }) => kind === 'money')

/**
 * Whether messages with this text need the permission to see amounts, because it uses an amount or another figure of an investment
 * or offering, even if only in a condition.
 */
export const showsAmounts = (tenant: Tenant, body: string): Promise<boolean> =>
  hasVariable(tenant, body, ({ kind, path }) => kind === 'money' || figurePaths.has(path))

const figurePaths: ReadonlySet<string> = new Set(
  templateVariables.filter(({ kind }) => kind === 'number' || kind === 'percent').map(({ path }) => path),
)

async function hasVariable(
  tenant: Tenant,
  body: string,
  isMeant: (variable: TemplateVariable) => boolean,
): Promise<boolean> {
  const customs = await customsOf(tenant, body)
  const compiled = compile(body, customs)
  if (!compiled.ok) return false
  return [...compiled.recipe.needs].some(([root, fields]) => {
    const subject = root === listedInvestments.path ? listedInvestments.of : root
    return [...templateVariables, ...customs.variables.values()].some(
      (variable) => isMeant(variable) && subjectOf(variable.path) === subject && fields.has(fieldOf(variable.path)),
    )
  })
}

/** Refuses to fill in a text with amounts for a user who sees none. */
export async function requireAmountsFor(tenant: Tenant, body: string): Promise<void> {
  if (!tenant.sees_amounts && (await showsAmounts(tenant, body))) requireAmounts(tenant)
}

/** Values shared by all messages of a broadcast. */
export interface Sender {
  name: string
  /** Today in the organization's time zone. */
  today: string
  /** Language of the text, for contacts without their own. */
  language: string
}

/** Loads the data that `renderFor` needs besides the contact, by index in `people`, in at most one query. */
export async function loadFor(
  tenant: Tenant,
  { needs }: Recipe,
  people: readonly Addressed[],
): Promise<readonly (Loaded | undefined)[]> {
  if (people.length === 0 || !needsInvestor(needs)) return []
  const fields = (root: Root) => needs.get(root) ?? new Set()
  const wanted = {
    investor: fields('investor'),
    investment: new Set([...fields('investment'), ...fields('investments')]),
    investments: needs.has('investments') ? allListed : needs.has('investment') || needs.has('offering') ? 1 : 0,
    offering: fields('offering'),
  }
  return await load(tenant, wanted, people)
}

const ofInvestors = ['investor', 'investment', 'investments', 'offering'] as const
const needsInvestor = (needs: Recipe['needs']): boolean => ofInvestors.some((root) => needs.has(root))

export function renderFor(
  recipe: Recipe,
  { contact, sender, loaded }: { contact: Values; sender: Sender; loaded: Loaded | undefined },
): Rendered {
  return recipe.render({
    locale: localeOf(String(contact.language ?? ''), sender.language),
    contact,
    organization: { name: sender.name, today: sender.today },
    ...(loaded && figuresOf(loaded)),
  })
}

/** Why a person gets no message, in the form of a recipient's `reason`. */
export const reasonOf = ({ missing, error }: Extract<Rendered, { ok: false }>): string =>
  missing.length > 0
    ? `missing_variable:${missing.join(',')}`
    : error === tooMuch
      ? 'template_too_complex'
      : 'template_error'

type Written =
  | { text: string; media: Template['media']; shows_amounts: boolean; problem: null }
  | { text: null; media: null; problem: Message }

/** Returns the text and file of a template for one contact, or why it cannot be sent to that contact. */
export async function forContact(
  tenant: Tenant,
  id: string,
  { contact_id, investor_id = null }: { contact_id: string; investor_id?: string | null | undefined },
): Promise<Written> {
  const template = orNotFound(await queries.get(tenant, id))
  await requireAmountsFor(tenant, template.body)
  await media.requireAmountsFor(tenant, template.media?.id)
  const contact = orNotFound(await queries.person(tenant, contact_id))
  const problem = (said: Message) => ({ text: null, media: null, problem: said })
  const compiled = await compileFor(tenant, template.body)
  if (!compiled.ok) return problem(compiled.error.message)
  const [loaded] = await loadFor(tenant, compiled.recipe, [{ contact_id, investor_id }])
  const sender = { ...(await queries.sender(tenant)), language: template.language }
  const rendered = renderFor(compiled.recipe, { contact, sender, loaded })
  return rendered.ok
    ? {
        text: rendered.text,
        media: template.media,
        shows_amounts: await showsAmounts(tenant, template.body),
        problem: null,
      }
    : problem(reasonMessage(reasonOf(rendered)))
}

/** Throws an error on the field `body` if the text cannot be sent. */
async function assertSendable(tenant: Tenant, body: string) {
  const compiled = await compileFor(tenant, body)
  if (compiled.ok) return
  const { message: said, line, column } = compiled.error
  throw fieldError(
    'template_invalid',
    'body',
    line === null || column === null ? said : message('template.at', { line, column, message: said }),
  )
}

const nameTaken = () => fieldError('name_taken', 'name', message('template.name_taken'))

const withFreeName = <T>(write: Promise<T>) => unlessTaken(write, 'templates_name', nameTaken)
