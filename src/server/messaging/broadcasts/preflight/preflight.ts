// Preflight: what a broadcast would do if it started now or at its scheduled time. Stores and sends nothing.
import type { DraftToPreflight } from '../../../../contract/broadcasts.ts'
import { limitsOf } from '../../../../contract/pacing.ts'
import type {
  DraftPreflight,
  Estimate,
  Preflight,
  RenderedMessage,
  RenderedMessageQuery,
} from '../../../../contract/preflight.ts'
import { orNotFound } from '../../../errors.ts'
import { approvalRule } from '../../../identity/organization/service.ts'
import { allowComputation, type Tenant } from '../../../platform/db/index.ts'
import { phoneText, timeZoneOf } from '../../../records/contacts/service.ts'
import { timeSlices } from '../../../time-slices.ts'
import { audienceGroupsOf, type Forecast, forecast, pacingOf, type RecipientCohort } from '../../engine/service.ts'
import { compileFor, loadFor, reasonOf, renderFor } from '../../templates/service.ts'
import { requireAmountsOf } from '../amounts.ts'
import { isCovered } from '../approval/rule.ts'
import { homeZone } from '../queries.ts'
import { timesOf } from '../times.ts'
import * as queries from './queries.ts'

/** Messages rendered to find missing values: 20,000 take about a second. Larger audiences are sampled evenly. */
const maxRendered = 20_000
/** A smaller limit for the form, which requests the preflight again after each change. */
const maxRenderedInForm = 1_000
/** Rendering steps (templates/budget.ts), about two seconds. Expensive texts are rendered for fewer recipients. */
const maxSteps = 800_000
const hourMs = 3_600_000

type PreflightInput = queries.DraftToCheck & queries.Audience

/** Includes the broadcast groups of the audience. */
export async function loadPreflight(tenant: Tenant, id: string): Promise<PreflightInput> {
  const draft = orNotFound(await queries.draftToCheck(tenant, id))
  return { ...draft, only_known: isOnlyKnown(draft), groups: await audienceGroupsOf(tenant, id) }
}

const isOnlyKnown = ({ pacing_mode, pacing_limits }: Pick<queries.DraftToCheck, 'pacing_mode' | 'pacing_limits'>) =>
  limitsOf(pacing_mode, pacing_limits)?.new_chat_cap === 0

/** The preflight of the draft in the form, which may be unsaved, incomplete or not yet sendable. */
export async function draftPreflight(
  tenant: Tenant,
  draft: DraftToPreflight,
  now: Date,
): Promise<() => Promise<DraftPreflight>> {
  const { contact_ids = [], exclude_contact_ids = [], wa_group_ids = [], broadcast_group_ids = [] } = draft.audience
  const found = orNotFound(await queries.unsavedToCheck(tenant, draft))
  const { send_at = null } = timesOf(draft, { send_on: null, time_zone: null }, await homeZone(tenant))
  const input: PreflightInput = {
    ...found,
    send_at: send_at?.toISOString() ?? null,
    only_known: isOnlyKnown(found),
    chosen: { contacts: contact_ids, excluded: exclude_contact_ids, wa_groups: wa_group_ids },
    groups: await audienceGroupsOf(tenant, broadcast_group_ids),
  }
  const { work, first } = await preflightOf(tenant, input, now, maxRenderedInForm)
  const shown = first ?? (await queries.one(tenant, input, undefined))
  return async () => ({
    ...(await work()),
    first: shown ? { contact_id: shown.contact_id, name: shown.name } : null,
    problems: [],
  })
}

/** Reads all data; the returned function does the computation after the transaction. */
export async function preflight(
  tenant: Tenant,
  id: string,
  now: Date,
  problems: Preflight['problems'],
): Promise<() => Promise<Preflight>> {
  const { work } = await preflightOf(tenant, await loadPreflight(tenant, id), now, maxRendered)
  return async () => ({ ...(await work()), problems })
}

async function preflightOf(
  tenant: Tenant,
  input: PreflightInput,
  now: Date,
  most: number,
): Promise<{ work: () => Promise<Omit<Preflight, 'problems'>>; first: queries.ExampleRecipient | undefined }> {
  await requireAmountsOf(tenant, input)
  const from = Math.max(now.getTime(), input.send_at === null ? 0 : Date.parse(input.send_at))
  const pacing = await pacingOf(tenant, input.session_id, now.getTime())
  const hours = pacing.limits?.contact_hours ?? 0
  const since = hours > 0 ? new Date(from - hours * hourMs) : null
  const kinds = await queries.cohorts(tenant, input, since)
  const { only_known, body } = input
  const needs_approval = await isCovered(tenant, await approvalRule(tenant), { body, recipients: sum(kinds) })
  const isStranger = ({ chat }: queries.PreflightCohort) => chat === 'new' && only_known
  const missing = await missingValueReasons(tenant, input, sum(kinds.filter(({ reason }) => reason === null)), most)
  const excluded = new Map(missing.reasons)
  for (const { reason, count, examples } of kinds)
    if (reason !== null)
      excluded.set(reason, { count: (excluded.get(reason)?.count ?? 0) + count, examples: examples ?? [] })
  const strangers = kinds.filter((kind) => kind.reason === null && isStranger(kind))
  const notKnown = Math.max(0, sum(strangers) - missing.strangers)
  if (notKnown > 0) excluded.set('not_known', { count: notKnown, examples: missing.not_known })
  const reached = kinds.filter((kind) => kind.reason === null && !isStranger(kind))
  const all = [...missing.reasons.values()].reduce((whole, { count }) => whole + count, 0)
  const gone = Math.min(sum(reached), all - missing.strangers)
  // Recipients with missing values are skipped and take no time; they are assumed to be spread evenly over the cohorts.
  const part = 1 - gone / Math.max(1, sum(reached))
  // It is unknown to which cohorts the recipients with missing values belong, hence an upper bound.
  const atMost = (kinds: readonly queries.PreflightCohort[]) => Math.min(sum(kinds), sum(reached) - gone)
  let before = 0
  const ours = reached.map((kind) => {
    const count = Math.round((before + kind.count) * part) - Math.round(before * part)
    before += kind.count
    return { ...cohortOf(input, kind), count, dueAt: from }
  })
  const others = pacing.limits ? await otherQueues(tenant, input, now) : []
  const { limits } = pacing
  const estimate = async () =>
    limits && sum(ours) > 0
      ? shown(await forecast({ ...pacing, limits, from, broadcasts: [ours, ...others] }), from, input.time_zone)
      : null
  const work = async () => ({
    total: sum(kinds),
    reach: sum(reached) - gone,
    excluded: [...excluded].map(([reason, left]) => ({ reason, ...left })).sort((a, b) => b.count - a.count),
    rendered: missing.count,
    unknown_consent: sum(reached.filter(({ is_consent_unknown }) => is_consent_unknown)) - missing.unknown_consent,
    not_on_whatsapp: atMost(reached.filter(({ was_not_on_whatsapp }) => was_not_on_whatsapp)),
    recently_messaged: atMost(reached.filter(({ messaged_at }) => messaged_at !== null)),
    contact_hours: hours,
    chats: {
      new: atMost(reached.filter(({ chat }) => chat === 'new')),
      known: atMost(reached.filter(({ chat }) => chat === 'known')),
      group: sum(reached.filter(({ chat }) => chat === 'group')) - missing.groups,
    },
    estimate: await estimate(),
    needs_approval,
  })
  return { work, first: missing.first }
}

/** The estimate of a running broadcast. */
export async function timeLeft(tenant: Tenant, id: string, now: Date): Promise<() => Promise<Estimate | null>> {
  const input = await loadPreflight(tenant, id)
  const from = now.getTime()
  const pacing = await pacingOf(tenant, input.session_id, from)
  const { limits } = pacing
  if (!limits) return async () => null
  const [ours = [], ...others] = await queues(tenant, input, now)
  if (ours.length === 0) return async () => null
  return async () =>
    shown(await forecast({ ...pacing, limits, from, broadcasts: [ours, ...others] }), from, input.time_zone)
}

/** The rendered message of each recipient, paginated. */
export async function renderedMessages(
  tenant: Tenant,
  id: string,
  { page = 1, per_page = 20, q }: RenderedMessageQuery,
): Promise<{ data: RenderedMessage[]; total: number }> {
  const input = await loadPreflight(tenant, id)
  await requireAmountsOf(tenant, input)
  const write = await messageRenderer(tenant, input)
  const { rows, total } = await queries.page(tenant, input, { q, limit: per_page, offset: (page - 1) * per_page })
  const texts = await write(rows)
  const data = rows.map((person, index) => {
    const { text, reason } = resultOf(person, texts[index]!)
    return {
      contact_id: person.contact_id,
      name: person.name,
      address_text: phoneText(person.address || null),
      text,
      reason,
    }
  })
  return { data, total }
}

/** A missing value takes precedence as the reason, as it does when a recipient is claimed. */
function resultOf({ reason, is_stranger }: queries.PreflightRecipient, rendered: RenderedText): RenderedText {
  if (reason !== null) return { text: null, reason }
  return rendered.reason === null && is_stranger ? { text: null, reason: 'not_known' } : rendered
}

const sum = (kinds: readonly { count: number }[]) => kinds.reduce((all, { count }) => all + count, 0)

/**
 * Counts recipients with missing values by reason, with examples; extrapolated from a sample if the audience is large.
 * `strangers`: those among them the session would not write to anyway; `not_known`: examples without missing values.
 */
async function missingValueReasons(tenant: Tenant, input: PreflightInput, audience: number, most: number) {
  const share = Math.max(1, Math.ceil(audience / most))
  const reasons = new Map<string, { count: number; examples: queries.ExampleRecipient[] }>()
  const found = {
    reasons,
    count: 0,
    unknown_consent: 0,
    groups: 0,
    strangers: 0,
    not_known: [] as queries.ExampleRecipient[],
    /** The first by name of the rendered recipients who gets the message. */
    first: undefined as queries.ExampleRecipient | undefined,
  }
  const write = await messageRenderer(tenant, input)
  if (input.body === null || !(await compileFor(tenant, input.body)).ok) return found
  await allowComputation(tenant)
  for await (const people of queries.sample(tenant, input, share)) {
    const texts = await write(people, maxSteps)
    found.count += texts.length
    texts.forEach(({ reason }, index) => {
      const person = people[index]!
      const { contact_id, name, is_stranger } = person
      if (reason === null) {
        if (!is_stranger) found.first = firstOf(found.first, { contact_id, name })
        else if (found.not_known.length < queries.maxExamples) found.not_known.push({ contact_id, name })
        return
      }
      const gap = reasons.get(reason) ?? { count: 0, examples: [] }
      gap.count += 1
      if (gap.examples.length < queries.maxExamples) gap.examples.push({ contact_id, name })
      reasons.set(reason, gap)
      if (is_stranger) found.strangers += 1
      else if (person.is_consent_unknown) found.unknown_consent += 1
      if (person.is_group) found.groups += 1
    })
    if (texts.length < people.length) break
  }
  const scaled = (part: number) => Math.round(part * (found.count === 0 ? 1 : audience / found.count))
  return {
    ...found,
    reasons: new Map([...reasons].map(([reason, { count, examples }]) => [reason, { count: scaled(count), examples }])),
    unknown_consent: scaled(found.unknown_consent),
    groups: scaled(found.groups),
    strangers: scaled(found.strangers),
  }
}

const firstOf = (one: queries.ExampleRecipient | undefined, other: queries.ExampleRecipient) =>
  one && one.name.localeCompare(other.name) <= 0 ? one : other

export interface RenderedText {
  text: string | null
  reason: string | null
}

const emptyContact = { name: null, preferred_name: null, phone: null, email: null, company: null, job_title: null }

/** Renders messages as the dispatcher does, by index in `people`; fewer once all took more than `most` steps. */
export async function messageRenderer(tenant: Tenant, input: queries.DraftToCheck) {
  const compiled = input.body === null ? undefined : await compileFor(tenant, input.body)
  const sender = { name: input.organization_name, today: input.today, language: input.language }
  return async (
    people: readonly queries.PreflightRecipient[],
    most = Number.POSITIVE_INFINITY,
  ): Promise<RenderedText[]> => {
    if (!compiled?.ok) return people.map(() => ({ text: null, reason: 'template_error' }))
    const { recipe } = compiled
    const loaded = await loadFor(tenant, recipe, people)
    const before = recipe.used()
    const texts: RenderedText[] = []
    for (const [index, { contact, is_group }] of people.entries()) {
      if (recipe.used() - before > most) break
      if (timeSlices.isOver()) await timeSlices.next()
      if (!contact && !is_group) texts.push({ text: null, reason: 'contact_deleted' })
      else {
        const rendered = renderFor(recipe, { contact: contact ?? emptyContact, sender, loaded: loaded[index] })
        texts.push(rendered.ok ? { text: rendered.text, reason: null } : { text: null, reason: reasonOf(rendered) })
      }
    }
    return texts
  }
}

const zoneOf = (home: PreflightInput, { time_zone, address }: { time_zone: string | null; address: string }) =>
  time_zone ?? timeZoneOf(address.startsWith('+') ? address : null, home)

const cohortOf = (home: PreflightInput, kind: queries.PreflightCohort): RecipientCohort => ({
  chat: kind.chat,
  timeZone: zoneOf(home, kind),
  messagedAt: kind.messaged_at === null ? null : Date.parse(kind.messaged_at),
  count: kind.count,
})

/** One queue per broadcast of the session, this one first. */
async function queues(tenant: Tenant, input: PreflightInput, now: Date): Promise<RecipientCohort[][]> {
  const byBroadcast = new Map<string, RecipientCohort[]>([[input.id, []]])
  for (const { broadcast_id, chat, count, due_at, ...home } of await queries.pendingCohorts(tenant, input, now)) {
    const queue = byBroadcast.get(broadcast_id) ?? []
    queue.push({ chat, timeZone: zoneOf(input, home), messagedAt: null, count, dueAt: Date.parse(due_at) })
    byBroadcast.set(broadcast_id, queue)
  }
  return [...byBroadcast.values()]
}

const otherQueues = async (tenant: Tenant, input: PreflightInput, now: Date) =>
  (await queues(tenant, input, now)).slice(1)

/** Hours while they fit the chart, otherwise days of the organization. */
function shown({ endsAt, between, isExact, leaves, waits }: Forecast, from: number, timeZone: string): Estimate {
  const step = endsAt - from <= 48 * hourMs ? 'hour' : 'day'
  const bars = new Map<string, { from: string; count: number }>()
  const dayOf = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short' })
  for (const at of leaves) {
    const key = step === 'hour' ? String(Math.floor(at / hourMs)) : dayOf.format(at)
    const bar = bars.get(key)
    if (bar) bar.count += 1
    else {
      const start = step === 'hour' ? Math.floor(at / hourMs) * hourMs : at
      bars.set(key, { from: new Date(Math.max(from, start)).toISOString(), count: 1 })
    }
  }
  return {
    begins_at: new Date(from).toISOString(),
    ends_at: new Date(endsAt).toISOString(),
    ends_between: between && {
      earliest: new Date(between.earliest).toISOString(),
      latest: new Date(between.latest).toISOString(),
    },
    is_exact: isExact,
    schedule: [...bars.values()].slice(0, 60),
    schedule_step: step,
    waits: [...waits]
      .map(([reason, ms]) => ({ reason, seconds: Math.round(ms / 1_000) }))
      .sort((a, b) => b.seconds - a.seconds),
  }
}
