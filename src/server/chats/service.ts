// What the rest of the house may ask about the chats of a session.
export { heardFrom, knownOf, latestSend, pastSends, sendingDays, writeSends } from './queries.ts'
