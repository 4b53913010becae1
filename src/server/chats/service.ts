// What the rest of the house may ask about the chats of a session.
export {
  deleteChats,
  knownOf,
  latestSend,
  lockAddress,
  maxWarmUpDays,
  neverLeft,
  pastSends,
  recentSends,
  recognize,
  recordInbound,
  removeOldSends,
  resetKnown,
  sendingDays,
  writeSends,
} from './queries.ts'
