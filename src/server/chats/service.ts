// What the rest of the house may ask about the chats of a session.
export {
  answerReturned,
  answersSent,
  answerText,
  heardFrom,
  keepMessage,
  knownOf,
  latestSend,
  markAnswering,
  nextOwed,
  type Owed,
  oweAnswer,
  pastSends,
  sendingDays,
  writeSends,
} from './queries.ts'
