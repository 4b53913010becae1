// What the rest of the house may ask of the engine about recipients.
export { cancelPending, forgetWaits, ownReasons } from './queries.ts'
