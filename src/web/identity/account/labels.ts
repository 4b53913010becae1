// Labels of sessions that other features use, too.
export { modeLabel } from './pacing.ts'
