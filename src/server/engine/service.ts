// What the rest of the house may ask of the engine about recipients.
export { cancelPending } from './queries.ts'
