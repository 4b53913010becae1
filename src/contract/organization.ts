// The organization of the user: its name, and the settings for numbers, times and amounts.

import * as z from 'zod/mini'
import { Day, Id, line, Timestamp } from './common.ts'
import { countryDefaults } from './country.ts'
import { endpoint } from './endpoint.ts'
import { issue } from './messages/issue.ts'
import { Currency } from './money.ts'
import { TimeZone } from './users.ts'

export const Organization = z.object({
  /** May be empty. */
  name: z.string(),
  /** Used to parse local phone numbers. */
  country: z.string(),
  /** For every member who has not chosen another. */
  time_zone: z.string(),
  /** Currency of totals. */
  base_currency: z.string(),
  /** Every broadcast needs approval by a second person. */
  approval_always: z.boolean(),
  /** Broadcasts to more recipients than this need approval; null: no such rule. */
  approval_above: z.nullable(z.int()),
  /** Broadcasts whose text contains an amount variable need approval. */
  approval_amounts: z.boolean(),
  /** Entries of the audit log are deleted after this many years; null: they are kept forever. */
  audit_years: z.nullable(z.int()),
  created_at: Timestamp,
  updated_at: Timestamp,
  version: z.int(),
})
export type Organization = z.output<typeof Organization>

export const OrganizationInput = z.strictObject({
  name: line(200, 0),
  country: z
    .string()
    .check(
      z.refine<string>((code) => countryDefaults(code) !== undefined, { error: issue('field.not_known_country') }),
    ),
  time_zone: TimeZone,
  base_currency: Currency,
})
export type OrganizationInput = z.output<typeof OrganizationInput>

/** Which broadcasts need approval by a second person. */
export const ApprovalRule = z.strictObject({
  approval_always: z.boolean(),
  approval_above: z.nullable(z.int().check(z.gte(0), z.lte(1_000_000))),
  approval_amounts: z.boolean(),
})
export type ApprovalRule = z.output<typeof ApprovalRule>
/** How long the audit log is kept. */
export const AuditRetention = z.strictObject({ audit_years: z.nullable(z.int().check(z.gte(1), z.lte(99))) })
export type AuditRetention = z.output<typeof AuditRetention>
export const OrganizationChange = z.extend(z.partial(OrganizationInput), {
  ...z.partial(ApprovalRule).shape,
  ...z.partial(AuditRetention).shape,
  version: z.int(),
})
export type OrganizationChange = z.output<typeof OrganizationChange>

/** The day until which periods are closed, and every closing and reopening, newest first. */
export const Periods = z.object({
  /** Null: no period is closed. */
  closed_until: z.nullable(z.string()),
  data: z.array(
    z.object({
      id: Id,
      closed_until: z.nullable(z.string()),
      reason: z.string(),
      at: Timestamp,
      /** Null if the user is deleted. */
      by: z.nullable(z.string()),
    }),
  ),
})
export type Periods = z.output<typeof Periods>

export const PeriodClosing = z.strictObject({ closed_until: Day, reason: z.optional(line(500, 0)) })
export type PeriodClosing = z.output<typeof PeriodClosing>
/** Null reopens all periods. */
export const PeriodReopening = z.strictObject({ closed_until: z.nullable(Day), reason: line(500, 1) })
export type PeriodReopening = z.output<typeof PeriodReopening>

export const organization = {
  periods: endpoint({
    permission: 'view',
    method: 'GET',
    path: '/v1/organization/periods',
    access: 'signed_in',
    response: Periods,
  }),
  /** From then on no figure of this day or before can change. */
  closePeriod: endpoint({
    permission: 'manage_settings',
    audited: 'period_closed',
    method: 'POST',
    path: '/v1/organization/periods/close',
    access: 'signed_in',
    body: PeriodClosing,
    response: Periods,
  }),
  reopenPeriod: endpoint({
    permission: 'manage_settings',
    audited: 'period_reopened',
    method: 'POST',
    path: '/v1/organization/periods/reopen',
    access: 'signed_in',
    body: PeriodReopening,
    response: Periods,
  }),
  /** Releases a copy restored from a backup. Until then it sends nothing and connects no phone. */
  release: endpoint({
    permission: 'manage_settings',
    audited: 'copy_released',
    method: 'POST',
    path: '/v1/organization/release',
    access: 'signed_in',
  }),
  get: endpoint({
    permission: 'view',
    method: 'GET',
    path: '/v1/organization',
    access: 'signed_in',
    response: Organization,
  }),
  update: endpoint({
    permission: 'manage_settings',
    // Entries that are older are deleted for good, so this also needs the permission `delete_for_good`.
    fresh_proof: ({ audit_years = null }: OrganizationChange) => audit_years !== null,
    audited: 'organization_changed',
    method: 'PATCH',
    path: '/v1/organization',
    access: 'signed_in',
    body: OrganizationChange,
    response: Organization,
  }),
}
