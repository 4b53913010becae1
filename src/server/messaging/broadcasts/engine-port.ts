// Implements what the engine needs of broadcasts (engine/broadcasts.ts): whose turn it is, and changes of their state.
import { audienceProblem } from '../broadcast-groups/service.ts'
import type { Broadcasts } from '../engine/service.ts'
import { needsApproval } from './approval/rule.ts'
import { lockBroadcast, pauseSession } from './queries.ts'
import {
  awaitApproval,
  complete,
  fail,
  holdAsked,
  pauseFor,
  pauseUnapproved,
  startDue,
  startSending,
} from './service.ts'
import { active, clock, due, nextInTurn } from './turns/queries.ts'

export const broadcastsForEngine: Broadcasts = {
  clock,
  due,
  active,
  nextInTurn,
  startDue,
  startSending,
  needsApproval,
  pauseUnapproved,
  holdAsked,
  awaitApproval,
  lockBroadcast,
  audienceProblem,
  complete,
  fail,
  pauseFor,
  pauseSession,
}
