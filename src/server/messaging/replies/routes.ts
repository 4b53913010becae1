// HTTP endpoints of replies and conversations.
import { conversations } from '../../../contract/conversations.ts'
import { replies } from '../../../contract/replies.ts'
import { type Binding, route } from '../../platform/http/route.ts'
import * as people from './conversations/service.ts'
import { countUnanswered } from './rows/queries.ts'
import * as service from './service.ts'

export function replyRoutes(binding: Binding) {
  route(binding, replies.list, ({ tenant, query }) => service.list(tenant, query))
  route(binding, replies.unanswered, async ({ tenant }) => ({ people: await countUnanswered(tenant) }))
  route(binding, replies.conversation, ({ tenant, params, query }) => service.conversation(tenant, params.id, query))
  route(binding, replies.get, ({ tenant, params }) => service.get(tenant, params.id))
  route(binding, replies.answer, ({ tenant, params, body }) => service.answer(tenant, params.id, body))
  route(binding, replies.handle, ({ tenant, params }) => service.handle(tenant, params.id))
  route(binding, replies.unhandle, ({ tenant, params }) => service.unhandle(tenant, params.id))
  route(binding, replies.cancelAnswer, ({ tenant, params }) => service.cancelAnswer(tenant, params.id))
  route(binding, conversations.list, ({ tenant, query }) => people.list(tenant, query))
  route(binding, conversations.assign, ({ tenant, params, body }) => people.assign(tenant, params.id, body.user_id))
  route(binding, conversations.addNote, ({ tenant, params, body }) => people.addNote(tenant, params.id, body.body))
}
