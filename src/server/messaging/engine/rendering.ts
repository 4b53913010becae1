// Renders the messages of one claim: the text and id of each recipient, or why it is skipped.

import type { Tenant } from '../../platform/db/index.ts'
import { timeSlices } from '../../time-slices.ts'
import { compileFor, loadFor, type Recipe, reasonOf, renderFor, type Sender } from '../templates/service.ts'
import type { BroadcastTurn } from './broadcasts.ts'
import type { Claimed } from './claims/queries.ts'
import { messageId } from './message-id.ts'
import type { Decision } from './queries.ts'
import { Unsendable } from './unsendable.ts'

/**
 * Rendering steps in one claim (templates/budget.ts): about 0.1 s, in time slices short enough for lease renewals. So texts
 * are rendered while the claim's rows are locked, and opt-outs are read in the transaction that sends.
 * 500 usual messages take 10,000; messages beyond the budget are claimed next.
 */
const maxSteps = 40_000
const emptyContact = { name: null, preferred_name: null, phone: null, email: null, company: null, job_title: null }

export interface Renderer {
  /** Decides these rows in order: at least one, but not all of them if rendering exceeds the budget. */
  decide(tenant: Tenant, broadcast: BroadcastTurn, rows: readonly Claimed[]): Promise<Decision[]>
}

/** Without `messageKey` messages get no ids, because they are only written for an approval. */
export function openRenderer(messageKey: Buffer | null): Renderer {
  /** Compiled once per broadcast: its body is frozen. */
  const recipes = new Map<string, Recipe>()

  async function recipeOf(tenant: Tenant, broadcast: BroadcastTurn): Promise<Recipe> {
    const cached = recipes.get(broadcast.id)
    if (cached) return cached
    const compiled = await compileFor(tenant, broadcast.body)
    // A version that allowed more started it.
    if (!compiled.ok) throw new Unsendable(compiled.error.message)
    recipes.set(broadcast.id, compiled.recipe)
    return compiled.recipe
  }

  return {
    decide: async (tenant, broadcast, rows) => {
      const recipe = await recipeOf(tenant, broadcast)
      const people = rows.map(({ contact_id, investor_id }) => ({ contact_id, investor_id }))
      const loaded = await loadFor(tenant, recipe, people)
      const sender = { name: broadcast.organization_name, today: broadcast.today, language: broadcast.language }
      const enough = recipe.used() + maxSteps
      const decisions: Decision[] = []
      for (const [index, row] of rows.entries()) {
        if (recipe.used() > enough) break
        if (timeSlices.isOver()) await timeSlices.nextInTransaction()
        decisions.push(
          decideOne(row, { recipe, sender, loaded: loaded[index], messageKey, isApproved: broadcast.is_approved }),
        )
      }
      return decisions
    },
  }
}

interface Message {
  recipe: Recipe
  sender: Sender
  loaded: Parameters<typeof renderFor>[1]['loaded']
  messageKey: Buffer | null
  isApproved: boolean
}

function decideOne(row: Claimed, { recipe, sender, loaded, messageKey, isApproved }: Message): Decision {
  const { place } = row
  const moved = row.has_moved ? { address: row.address, address_key: row.address_key } : null
  const skip = (reason: string) => ({ place, wa_message_id: null, text: null, reason })
  const ready = (text: string) => ({
    place,
    wa_message_id: row.wa_message_id ?? (messageKey && messageId(messageKey, row.id)),
    text,
    reason: null,
    moved,
  })
  if (row.refusal) return skip(row.refusal)
  // A test message may go to a number without a contact.
  if (!row.contact && !row.is_group && (row.contact_id || row.text === null)) return skip('contact_deleted')
  if (row.text !== null) return ready(row.text)
  // A group is not a contact: a text with contact variables is not sent to it.
  const rendered = renderFor(recipe, { contact: row.contact ?? emptyContact, sender, loaded })
  if (!rendered.ok) return skip(reasonOf(rendered))
  // The text or the number differs from what was approved.
  if (isApproved && (row.has_moved || rendered.text !== row.approved_text))
    return { ...skip('changed_since_approval'), drifted_text: rendered.text }
  return ready(rendered.text)
}
