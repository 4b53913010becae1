// The organization of the signed-in user: its name and what its numbers, times and amounts are read by.
import * as z from 'zod/mini'
import { line, Timestamp } from './common.ts'
import { countryDefaults } from './country.ts'
import { endpoint } from './endpoint.ts'
import { Currency } from './money.ts'
import { TimeZone } from './users.ts'

export const Organization = z.object({
  /** May be empty. */
  name: z.string(),
  /** How a local phone number is read. */
  country: z.string(),
  /** For every member who has not chosen another. */
  time_zone: z.string(),
  /** What totals are counted in. */
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
      z.refine<string>((code) => countryDefaults(code) !== undefined, { error: 'is not a country that Kabar knows' }),
    ),
  time_zone: TimeZone,
  base_currency: Currency,
})
export type OrganizationInput = z.output<typeof OrganizationInput>

export const organization = {
  get: endpoint({ method: 'GET', path: '/v1/organization', access: 'signed_in', response: Organization }),
  update: endpoint({
    method: 'PATCH',
    path: '/v1/organization',
    access: 'signed_in',
    body: z.extend(z.partial(OrganizationInput), { version: z.int() }),
    response: Organization,
  }),
}
