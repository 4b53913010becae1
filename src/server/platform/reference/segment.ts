// The recursive schemas of a segment for the OpenAPI document; the contract unrolls them to their maximum depth.
import * as z from 'zod/mini'
import type { $ZodTypeDiscriminable } from 'zod/v4/core'
import { maxDepth, maxRules, ruleOf } from '../../../contract/segments.ts'

const match = z.enum(['all', 'any'])
const oneOf = (...nodes: z.ZodMiniType[]) =>
  z
    .array(z.discriminatedUnion('type', nodes as unknown as [$ZodTypeDiscriminable]))
    .check(z.minLength(1), z.maxLength(maxRules))

const SegmentRule = z.discriminatedUnion('field', ruleOf(['contact', 'investor']))
const SegmentInvestmentRule = z.discriminatedUnion('field', ruleOf(['investment']))
const SegmentInvestmentGroup: z.ZodMiniType = z.strictObject({
  type: z.literal('group'),
  match,
  get rules() {
    return oneOf(SegmentInvestmentRule, SegmentInvestmentGroup)
  },
})
const SegmentInvestment = z.strictObject({
  type: z.literal('investment'),
  has: z.enum(['some', 'none']),
  match,
  rules: oneOf(SegmentInvestmentRule, SegmentInvestmentGroup),
})
const Segment: z.ZodMiniType = z.strictObject({
  type: z.literal('group'),
  match,
  get rules() {
    return oneOf(SegmentRule, Segment, SegmentInvestment)
  },
})

/** By their component names. */
export const segmentSchemas = { Segment, SegmentRule, SegmentInvestment, SegmentInvestmentGroup, SegmentInvestmentRule }

export const segmentDescription = `Groups may be nested ${maxDepth} deep, with at most ${maxRules} rules and groups in all.`
