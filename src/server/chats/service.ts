// What the rest of the house may ask about the chats of a session.
export {
  forgetChats,
  forgetKnown,
  heardFrom,
  knownOf,
  latestSend,
  mostWarmUpDays,
  pastSends,
  recentSends,
  recognize,
  removeOldSends,
  sendingDays,
  wasRefused,
  writeSends,
} from './queries.ts'
