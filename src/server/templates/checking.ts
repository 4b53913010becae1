// Who would not get a text, and for want of what: looked at contact by contact, as the engine will, a part at a time.
import type { Check } from '../../contract/templates.ts'
import type { Tenant } from '../db/index.ts'
import * as queries from './queries.ts'
import { compile } from './rendering.ts'
import { loadFor, renderFor } from './service.ts'

/** A part takes about so long, whatever is said of each: nobody waits for an answer, and progress can be shown. In ms. */
const partMs = 1_500
/** Figures of 5,000 contacts take 0.5 s of the database at once, and 1.3 s by 500. Writing 2,000 messages stops all else for 40 ms. */
const batch = 2_000
/** How many are named for each reason. */
const named = 5

export async function check(
  tenant: Tenant,
  { body, language = '', after }: { body: string; language?: string; after?: string },
  clock = () => performance.now(),
): Promise<Check> {
  const compiled = compile(body)
  const total = await queries.reachableCount(tenant)
  if (!compiled.ok) return { mistake: compiled.mistake, total, checked: 0, ready: 0, missing: [], next: null }
  const sender = { ...(await queries.sender(tenant)), language }
  const reasons = new Map<string, Check['missing'][number]>()
  const note = (path: string | null, mistake: string | null, { id, name }: queries.Person) => {
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
  do {
    const people = await queries.nextReachable(tenant, next, batch)
    next = people.length === batch ? people.at(-1)!.id : null
    const loaded = await loadFor(
      tenant,
      compiled.recipe,
      people.map(({ id }) => ({ contact_id: id, investor_id: null })),
    )
    for (const [index, person] of people.entries()) {
      const rendered = renderFor(compiled.recipe, { contact: person, sender, loaded: loaded[index] })
      if (rendered.ok) ready += 1
      else if (rendered.missing.length === 0) note(null, rendered.mistake!, person)
      else for (const path of rendered.missing) note(path, null, person)
    }
    checked += people.length
  } while (next !== null && clock() < end)
  const missing = [...reasons.values()].sort((a, b) => b.count - a.count || ((a.path ?? '') < (b.path ?? '') ? -1 : 1))
  return { mistake: null, total, checked, ready, missing, next }
}
