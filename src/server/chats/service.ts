// What the rest of the house may ask about the chats of a session.
export {
  forgetChats,
  forgetKnown,
  heardFrom,
  holdAddress,
  knownOf,
  latestSend,
  mostWarmUpDays,
  neverLeft,
  pastSends,
  recentSends,
  recognize,
  removeOldSends,
  sendingDays,
  writeSends,
} from './queries.ts'
