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
  periods: endpoint({ method: 'GET', path: '/v1/organization/periods', access: 'signed_in', response: Periods }),
  /** From then on no figure of this day or before can change. */
  closePeriod: endpoint({
    audited: 'period_closed',
    method: 'POST',
    path: '/v1/organization/periods/close',
    access: 'signed_in',
    body: PeriodClosing,
    response: Periods,
  }),
  reopenPeriod: endpoint({
    audited: 'period_reopened',
    method: 'POST',
    path: '/v1/organization/periods/reopen',
    access: 'signed_in',
    body: PeriodReopening,
    response: Periods,
  }),
  get: endpoint({ method: 'GET', path: '/v1/organization', access: 'signed_in', response: Organization }),
  update: endpoint({
    audited: 'organization_changed',
    method: 'PATCH',
    path: '/v1/organization',
    access: 'signed_in',
    body: z.extend(z.partial(OrganizationInput), { version: z.int() }),
    response: Organization,
  }),
}
