// Who would not get a text, and for want of what: looked at contact by contact, as the engine will, a part at a time.
import type { Check } from '../../contract/templates.ts'
import { timeSlices } from '../time-slices.ts'
import * as queries from './queries.ts'
import { compile } from './rendering.ts'
import { loadFor, type ReadTransaction, renderFor } from './service.ts'

/** A part takes about so long, whatever is said of each: nobody waits for an answer, and progress can be shown. In ms. */
const partMs = 1_500
/** Steps of rendering that end a part sooner (budget.ts): some two seconds of a text that needs many. */
const partSteps = 800_000
/** Figures of 5,000 contacts take 0.5 s of the database at once, and 1.3 s by 500. */
const batch = 2_000
/** How many are named for each reason. */
const named = 5

/** `read`: runs its work in a transaction of its own. The texts are filled in when that is over. */
export async function check(
  read: ReadTransaction,
  { body, language = '', after }: { body: string; language?: string | undefined; after?: string | undefined },
  clock = () => performance.now(),
): Promise<Check> {
  const compiled = compile(body)
  const { total, ...from } = await read(async (tenant) => ({
    total: await queries.reachableCount(tenant),
    ...(await queries.sender(tenant)),
  }))
  if (!compiled.ok) return { mistake: compiled.mistake, total, checked: 0, ready: 0, missing: [], next: null }
  const { recipe } = compiled
  const sender = { ...from, language }
  const reasons = new Map<string, Check['missing'][number]>()
  const note = (path: string | null, mistake: string | null, { id, name }: queries.ContactValues) => {
    const key = path ?? mistake!
    const reason = reasons.get(key) ?? { path, mistake, count: 0, contacts: [] }
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
      else if (rendered.missing.length === 0) note(null, rendered.mistake!, person)
      else for (const path of rendered.missing) note(path, null, person)
      if (recipe.used() > enough && index < people.length - 1) {
        next = person.id
        break
      }
    }
  } while (next !== null && clock() < end && recipe.used() <= enough)
  const missing = [...reasons.values()].sort((a, b) => b.count - a.count || ((a.path ?? '') < (b.path ?? '') ? -1 : 1))
  return { mistake: null, total, checked, ready, missing, next }
}
