// What the start of Kabar uses of notices.
export { startNotices } from './worker.ts'
