// Implements what the engine needs of broadcasts (engine/broadcasts.ts): whose turn it is, and changes of their state.
import { audienceProblem } from '../broadcast-groups/service.ts'
import type { Broadcasts } from '../engine/service.ts'
import { pauseSession } from './queries.ts'
import { complete, fail, pauseFor, startDue, startSending } from './service.ts'
import { active, clock, due, nextInTurn } from './turns/queries.ts'

export const broadcastsForEngine: Broadcasts = {
  clock,
  due,
  active,
  nextInTurn,
  startDue,
  startSending,
  audienceProblem,
  complete,
  fail,
  pauseFor,
  pauseSession,
}
