// Replies: what people write to a session, and the answers to it.
export { fateOf } from './fate.ts'
export {
  addAnswer,
  answerText,
  applyOutcomes,
  applyReceipts,
  type Due,
  giveUp,
  keepReply,
  markLeaving,
  nextDue,
} from './queries.ts'
