// Words that other features use about sessions.
export { modeLabel } from './pacing.ts'
