// Finds contacts that would be skipped and why: renders the text for each contact like the engine, page by page.
import type { Message } from '../../../contract/messages/message.ts'
import type { Check } from '../../../contract/templates.ts'
import { timeSlices } from '../../time-slices.ts'
import * as queries from './queries.ts'
import { compileFor, loadFor, type ReadTransaction, renderFor, requireAmountsFor } from './service.ts'

/** Target duration of a page in ms, so that responses are quick and progress can be shown. */
const partMs = 1_500
/** Rendering steps that end a page early (budget.ts): about two seconds for an expensive text. */
const partSteps = 800_000
/** Loading figures of 5,000 contacts takes 0.5 s in one query, 1.3 s in batches of 500. */
const batch = 2_000
/** Maximum number of examples per reason. */
const named = 5

/** `read` runs a function in its own transaction. Rendering happens after it. */
export async function check(
  read: ReadTransaction,
  { body, language = '', after }: { body: string; language?: string | undefined; after?: string | undefined },
  clock = () => performance.now(),
): Promise<Check> {
  const { total, compiled, ...from } = await read(async (tenant) => {
    const compiled = await compileFor(tenant, body)
    // With a condition such as "more than 1,000", the counts would reveal the amounts.
    if (compiled.ok) await requireAmountsFor(tenant, body)
    return { total: await queries.reachableCount(tenant), compiled, ...(await queries.sender(tenant)) }
  })
  if (!compiled.ok) return { error: compiled.error, total, checked: 0, ready: 0, missing: [], next: null }
  const { recipe } = compiled
  const sender = { ...from, language }
  const reasons = new Map<string, Check['missing'][number]>()
  const note = (path: string | null, error: Message | null, { id, name }: queries.ContactValues) => {
    const key = path ?? JSON.stringify(error)
    const reason: Check['missing'][number] = reasons.get(key) ?? { path, error, count: 0, contacts: [] }
    reason.count += 1
    if (reason.contacts.length < named) reason.contacts.push({ id, name })
    reasons.set(key, reason)
  }
  let checked = 0
  let ready = 0
  let next = after ?? null
  const end = clock() + partMs
  const enough = recipe.used() + partSteps
  do {
    const { people, loaded } = await read(async (tenant) => {
      const some = await queries.nextReachable(tenant, next, batch)
      const addressed = some.map(({ id }) => ({ contact_id: id, investor_id: null }))
      return { people: some, loaded: await loadFor(tenant, recipe, addressed) }
    })
    next = people.length === batch ? people.at(-1)!.id : null
    for (const [index, person] of people.entries()) {
      if (timeSlices.isOver()) await timeSlices.next()
      const rendered = renderFor(recipe, { contact: person, sender, loaded: loaded[index] })
      checked += 1
      if (rendered.ok) ready += 1
      else if (rendered.missing.length === 0) note(null, rendered.error!, person)
      else for (const path of rendered.missing) note(path, null, person)
      if (recipe.used() > enough && index < people.length - 1) {
        next = person.id
        break
      }
    }
  } while (next !== null && clock() < end && recipe.used() <= enough)
  const missing = [...reasons.values()].sort((a, b) => b.count - a.count || ((a.path ?? '') < (b.path ?? '') ? -1 : 1))
  return { error: null, total, checked, ready, missing, next }
}
