// Chats of a session: the functions that other modules may call.
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
