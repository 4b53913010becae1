// Registration: with an organization of one's own, or in the one that invited.
import { randomBytes } from 'node:crypto'
import type { Registration, Tokens } from '../../../contract/auth.ts'
import { countryDefaults } from '../../../contract/country.ts'
import { message } from '../../../contract/messages/message.ts'
import { AppError, fieldError } from '../../errors.ts'
import { createSession } from '../../messaging/wa-sessions/service.ts'
import { type Database, inTenant, type Tenant } from '../../platform/db/index.ts'
import { seedCurrencies } from '../../records/currencies/service.ts'
import { seedMasterData } from '../../records/master-data/service.ts'
import { createOrganization, refuseIfEnding } from '../organization/service.ts'
import * as users from '../users/service.ts'
import { hashPassword, type PasswordWork } from './hashing.ts'
import type { Origin } from './origin.ts'
import { passwordProblem } from './password.ts'
import * as queries from './queries.ts'
import type { OpenSession } from './session-tokens.ts'

interface Found extends users.UserRole {
  token_hash: Buffer
  organization_id: string
  organization: string
  email: string
  email_key: string
}

/**
 * The invitation functions that registration needs. Injected by `app.ts`, because the team feature depends on
 * authentication.
 */
export interface Invitations {
  /** Throws if the invitation is no longer valid. */
  find(invite: string): Promise<Found>
  /** In the transaction of the joining user: only one of two concurrent uses succeeds. */
  use(
    tenant: Tenant,
    found: Pick<Found, 'token_hash'>,
    joined: { user_id: string; ip: string | undefined },
  ): Promise<void>
}

interface RegistrationDependencies {
  database: Database
  passwordWork: PasswordWork | undefined
  openSession: OpenSession
}

export type Registrations = ReturnType<typeof registrations>

export interface ProviderArrival {
  invite: string | undefined
  /** The organization that everybody with an address of this domain may join. */
  domain: ({ organization_id: string } & Pick<users.UserRole, 'role'>) | undefined
  registration: 'open' | 'invite' | 'closed'
  invitations: Invitations
  origin: Origin
  /** Called in the transaction that creates the user. */
  linking(tenant: Tenant, user_id: string): Promise<void>
}

type NewPerson = Pick<Registration, 'name' | 'email' | 'organization' | 'country' | 'locale'>

export function registrations({ database, passwordWork, openSession }: RegistrationDependencies) {
  /** Creates an organization with its first user. `mustBeFirst`: only while there is no other, whose members could invite. */
  async function registerOwner(person: Registration, origin: Origin, mustBeFirst: boolean): Promise<Tokens> {
    const refused = new AppError('registration_closed', message('registration.by_invitation'))
    if (mustBeFirst && !(await queries.isUnused(database))) throw refused
    const { name, email, organization = '' } = person
    const defaults = defaultsOf(person)
    const refusal = passwordProblem(person.password, { name, email, organization })
    if (refusal) throw fieldError('password_rejected', 'password', refusal)
    const password_hash = await hashPassword(person.password, passwordWork)
    const organization_id = await queries.newId(database)
    return await inTenant(database, { organization_id }, async (tenant) => {
      if (mustBeFirst) await beFirst(tenant, refused)
      const user_id = await createOwner(tenant, person, defaults, password_hash)
      return await openSession(tenant, { organization_id, user_id, password_hash, is_proved: true, ...origin })
    })
  }

  async function beFirst(tenant: Tenant, refused: AppError) {
    await queries.lockFirstOrganization(tenant)
    if (!(await queries.isUnused(database))) throw refused
  }

  async function createOwner(tenant: Tenant, person: NewPerson, defaults: Defaults, password_hash: string) {
    const { name, email, locale, organization = '' } = person
    await createOrganization(tenant, { name: organization, ...defaults })
    const owner = { role: 'owner', role_id: null } as const
    const user = await users.createUser(tenant, { name, email, password_hash, locale, ...owner })
    if (!user) throw fieldError('email_taken', 'email', message('registration.email_taken'))
    await seedMasterData(tenant, locale)
    await seedCurrencies(tenant)
    await createSession(tenant, { name: 'WhatsApp', driver: 'linked_device' })
    return user.id
  }

  /** Joins the inviting organization; the form's organization is ignored. */
  async function registerInvited(person: Registration, invite: string, origin: Origin, invitations: Invitations) {
    const found = await invitations.find(invite)
    const { organization_id, organization } = found
    const { name, email } = person
    checkAddress(found, email)
    const refusal = passwordProblem(person.password, { name, email, organization })
    if (refusal) throw fieldError('password_rejected', 'password', refusal)
    const password_hash = await hashPassword(person.password, passwordWork)
    return await inTenant(database, { organization_id }, async (tenant) => {
      const user_id = await createMember(tenant, person, found, password_hash)
      await invitations.use(tenant, found, { user_id, ip: origin.ip })
      return await openSession(tenant, { organization_id, user_id, password_hash, is_proved: true, ...origin })
    })
  }

  async function createMember(
    tenant: Tenant,
    { name, email, locale }: NewPerson,
    { role, role_id }: users.UserRole,
    password_hash: string,
  ) {
    await refuseIfEnding(tenant)
    const user = await users.createUser(tenant, { name, email, password_hash, locale, role, role_id })
    if (!user) throw fieldError('email_taken', 'email', message('invitation.has_account'))
    return user.id
  }

  async function register(
    person: Registration,
    origin: Origin,
    invitations: Invitations,
    mustBeFirst: boolean,
  ): Promise<Tokens> {
    if (person.invite === undefined) return await registerOwner(person, origin, mustBeFirst)
    return await registerInvited(person, person.invite, origin, invitations)
  }

  /**
   * Creates an account for a person whose address the login provider has verified, in the organization of an invitation, of the
   * domain, or a new one. Nobody knows its password; a reset can set one.
   */
  async function withProvider(person: NewPerson, arrival: ProviderArrival) {
    const { invite, domain, registration, invitations, origin, linking } = arrival
    if (registration === 'closed') throw new AppError('registration_closed', message('registration.closed'))
    const password_hash = await hashPassword(randomBytes(32).toString('base64url'), passwordWork)
    const found = invite ? await invitations.find(invite) : undefined
    const place = found ?? (domain && { ...domain, role_id: null })
    const mustBeFirst = !place && registration === 'invite'
    const refused = new AppError('registration_closed', message('provider.no_account', { email: person.email }))
    if (mustBeFirst && !(await queries.isUnused(database))) throw refused
    if (found) checkAddress(found, person.email)
    const organization_id = place?.organization_id ?? (await queries.newId(database))
    return await inTenant(database, { organization_id }, async (tenant) => {
      if (mustBeFirst) await beFirst(tenant, refused)
      const id = place
        ? await createMember(tenant, person, place, password_hash)
        : await createOwner(tenant, person, defaultsOf(person), password_hash)
      if (found) await invitations.use(tenant, found, { user_id: id, ip: origin.ip })
      await linking(tenant, id)
      return { id, organization_id, password_hash }
    })
  }

  return { register, withProvider }
}

type Defaults = ReturnType<typeof defaultsOf>
function defaultsOf({ country = 'US' }: Pick<Registration, 'country'>) {
  const defaults = countryDefaults(country)
  if (!defaults) throw fieldError('invalid_request', 'country', message('organization.country_not_listed'))
  return { country, ...defaults }
}

function checkAddress(invited: Found, email: string) {
  if (users.emailKey(email) === invited.email_key) return
  const said = message('invitation.other_address_register', { email: invited.email })
  throw fieldError('invitation_email_mismatch', 'email', said)
}
