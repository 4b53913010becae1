// Rules of replies: who may be answered, and which replies an answer handles.

import { type Pagination, pagination } from '../../../contract/common.ts'
import { message } from '../../../contract/messages/message.ts'
import type {
  Answer,
  AnswerInput,
  Conversation,
  ConversationItem,
  Reply,
  ReplyQuery,
} from '../../../contract/replies.ts'
import { AppError, fieldError, orNotFound } from '../../errors.ts'
import { hint } from '../../platform/db/hints.ts'
import type { Tenant } from '../../platform/db/index.ts'
import { phoneText } from '../../records/contacts/service.ts'
import * as conversations from './conversations/queries.ts'
import { find, shownPerson } from './conversations/service.ts'
import * as queries from './queries.ts'
import { refusalOf } from './refusal.ts'
import * as shownRows from './rows/queries.ts'

export { decideAnswer } from './answer-decision.ts'
export {
  addAnswer,
  applyOutcomes,
  applyReceipts,
  awaitEvidence,
  type DueAnswer,
  deferAnswer,
  failAnswer,
  failUnknownOfSilentSession,
  failWaiting,
  linkReplyToBroadcast,
  markSending,
  nextDue,
  recognize,
  retryDeferred,
  saveReply,
} from './queries.ts'
export { answerText } from './rows/queries.ts'

export async function list(tenant: Tenant, query: ReplyQuery): Promise<{ data: Reply[]; pagination: Pagination }> {
  const gone = await shownRows.missingFilterTarget(tenant, query)
  if (gone) throw fieldError('not_found', gone, message('record.deleted'))
  const { data, total } = await shownRows.list(tenant, query)
  return { data: await withAnswers(tenant, data), pagination: pagination(query, total) }
}

export async function get(tenant: Tenant, id: string): Promise<Reply> {
  const [reply] = await withAnswers(tenant, await shownRows.byIds(tenant, [id]))
  return orNotFound(reply)
}

async function withAnswers(tenant: Tenant, rows: Awaited<ReturnType<typeof shownRows.byIds>>): Promise<Reply[]> {
  const answers = await shownRows.answers(tenant, { replyIds: rows.map(({ id }) => id) })
  return rows.map((row) => ({
    ...row,
    address_text: row.address.startsWith('+') ? phoneText(row.address) : null,
    answers: answers.filter(({ reply_id }) => reply_id === row.id).map(shown),
  }))
}

function shown({ waits_for, waits_until, ...answer }: shownRows.AnswerRow): Answer {
  const until = waits_for === 'session' ? null : waits_until
  return { ...answer, waiting: waits_for ? { reason: waits_for, until } : null }
}

export async function conversation(
  tenant: Tenant,
  id: string,
  query: { page?: number | undefined; per_page?: number | undefined },
): Promise<Conversation> {
  const person = await find(tenant, id)
  const { data, total, unanswered, latest: latestId } = await conversations.conversationEntries(tenant, person, query)
  const idsOf = (kind: conversations.ConversationEntry['kind']) =>
    data.flatMap((place) => (place.kind === kind ? place.id : []))
  const replies = new Map((await shownRows.byIds(tenant, idsOf('reply'))).map((row) => [row.id, row]))
  const answers = new Map((await shownRows.answers(tenant, { ids: idsOf('answer') })).map((row) => [row.id, row]))
  const sent = new Map((await conversations.sentInBroadcasts(tenant, idsOf('broadcast'))).map((row) => [row.id, row]))
  const notes = new Map((await conversations.notes(tenant, idsOf('note'))).map((row) => [row.id, row]))
  const sayings = data.flatMap(({ kind, id, at }): ConversationItem[] => {
    if (kind === 'broadcast') return sent.has(id) ? [{ kind, at, ...sent.get(id)! }] : []
    if (kind === 'answer')
      return answers.has(id) ? [{ kind, at, ...shown(answers.get(id)!), driver: answers.get(id)!.driver }] : []
    if (kind === 'note') return notes.has(id) ? [{ kind, at, ...notes.get(id)! }] : []
    const reply = replies.get(id)
    return reply
      ? [
          {
            kind,
            id,
            at,
            text: reply.text,
            is_truncated: reply.is_truncated,
            driver: reply.session.driver,
            handled_at: reply.handled_at,
          },
        ]
      : []
  })
  const latest = latestId === null ? undefined : await queries.answerEligibility(tenant, { reply_id: latestId })
  return {
    person: shownPerson(person),
    data: sayings,
    pagination: pagination(query, total),
    answer_target: latest
      ? {
          reply_id: latest.id,
          session_id: latest.session_id,
          session_name: latest.session_name,
          driver: latest.driver_then,
          refusal: refusalOf(latest) ?? null,
        }
      : null,
    unanswered,
  }
}

/** Queued; sent when the session's throttling allows. */
export async function answer(tenant: Tenant, id: string, { text }: AnswerInput): Promise<Answer> {
  const standing = orNotFound(await queries.answerEligibility(tenant, { reply_id: id }))
  const refusal = refusalOf(standing)
  if (refusal) throw new AppError('state_conflict', refusal)
  const { session_id } = standing
  const answerId = await queries.addAnswer(tenant, { session_id, reply_id: id, text, is_automatic: false })
  await queries.markHandled(tenant, id, answerId)
  await hint(tenant, 'replies')
  return await getAnswer(tenant, answerId)
}

/** Queues a direct message and marks the earlier messages of this person as handled. */
export async function queueMessage(tenant: Tenant, input: queries.NewDirectMessage): Promise<Answer> {
  const id = await queries.addAnswer(tenant, input)
  if (input.reply_id) await queries.markHandled(tenant, input.reply_id, id)
  await hint(tenant, 'replies')
  return await getAnswer(tenant, id)
}

async function getAnswer(tenant: Tenant, id: string): Promise<Answer> {
  const [row] = await shownRows.answers(tenant, { ids: [id] })
  return shown(orNotFound(row))
}

export async function handle(tenant: Tenant, id: string): Promise<Reply> {
  await queries.markHandled(tenant, id)
  return await get(tenant, id)
}

export async function unhandle(tenant: Tenant, id: string): Promise<Reply> {
  await queries.markUnhandled(tenant, id)
  return await get(tenant, id)
}

/** Only answers that have not been sent can be cancelled. */
export async function cancelAnswer(tenant: Tenant, id: string): Promise<Answer> {
  const before = await getAnswer(tenant, id)
  if (!(await queries.cancelAnswer(tenant, id))) throw new AppError('state_conflict', message('reply.already_sent'))
  return { ...before, status: 'cancelled', waiting: null }
}
