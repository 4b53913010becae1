// Registration: with an organization of one's own, or in the one that invited.
import type { Registration, Tokens } from '../../../contract/auth.ts'
import { countryDefaults } from '../../../contract/country.ts'
import { message } from '../../../contract/messages/message.ts'
import { fieldError } from '../../errors.ts'
import { createSession } from '../../messaging/wa-sessions/service.ts'
import { type Database, inTenant, type Tenant } from '../../platform/db/index.ts'
import { seedCurrencies } from '../../records/currencies/service.ts'
import { seedMasterData } from '../../records/master-data/service.ts'
import { createOrganization } from '../organization/service.ts'
import * as users from '../users/service.ts'
import { hashPassword, type PasswordWork } from './hashing.ts'
import type { Origin } from './origin.ts'
import { passwordProblem } from './password.ts'
import * as queries from './queries.ts'
import type { OpenSession } from './session-tokens.ts'

/**
 * The invitation functions that registration needs. Injected by `app.ts`, because the team feature depends on
 * authentication.
 */
export interface Invitations {
  /** Throws if the invitation is no longer valid. */
  find(invite: string): Promise<{ organization_id: string; organization: string; email: string; email_key: string }>
  /** In the transaction of the joining user: only one of two concurrent uses succeeds. */
  use(tenant: Tenant, invite: string, joined: { user_id: string; ip: string | undefined }): Promise<void>
}

interface RegistrationDependencies {
  database: Database
  passwordWork: PasswordWork | undefined
  openSession: OpenSession
}

export function registrations({ database, passwordWork, openSession }: RegistrationDependencies) {
  /** Creates an organization with its first user. */
  async function registerOwner(person: Registration, origin: Origin): Promise<Tokens> {
    const { name, email, organization = '', country = 'US' } = person
    const defaults = countryDefaults(country)
    if (!defaults) throw fieldError('invalid_request', 'country', message('organization.country_not_listed'))
    const refusal = passwordProblem(person.password, { name, email, organization })
    if (refusal) throw fieldError('password_rejected', 'password', refusal)
    const password_hash = await hashPassword(person.password, passwordWork)
    const organization_id = await queries.newId(database)
    return await inTenant(database, { organization_id }, async (tenant) => {
      await createOrganization(tenant, { name: organization, country, ...defaults })
      const user = await users.createUser(tenant, { name, email, password_hash, locale: person.locale })
      if (!user) {
        throw fieldError('email_taken', 'email', message('registration.email_taken'))
      }
      await seedMasterData(tenant, person.locale)
      await seedCurrencies(tenant)
      await createSession(tenant, { name: 'WhatsApp', driver: 'linked_device' })
      return await openSession(tenant.db, { organization_id, user_id: user.id, password_hash, ...origin })
    })
  }

  /** Joins the inviting organization; the form's organization is ignored. */
  async function registerInvited(person: Registration, invite: string, origin: Origin, invitations: Invitations) {
    const { organization_id, organization, ...invited } = await invitations.find(invite)
    const { name, email } = person
    if (users.emailKey(email) !== invited.email_key) {
      const said = message('invitation.other_address_register', { email: invited.email })
      throw fieldError('invitation_email_mismatch', 'email', said)
    }
    const refusal = passwordProblem(person.password, { name, email, organization })
    if (refusal) throw fieldError('password_rejected', 'password', refusal)
    const password_hash = await hashPassword(person.password, passwordWork)
    return await inTenant(database, { organization_id }, async (tenant) => {
      const user = await users.createUser(tenant, { name, email, password_hash, locale: person.locale })
      if (!user) {
        throw fieldError('email_taken', 'email', message('invitation.has_account'))
      }
      const { id: user_id } = user
      await invitations.use(tenant, invite, { user_id, ip: origin.ip })
      return await openSession(tenant.db, { organization_id, user_id, password_hash, ...origin })
    })
  }

  async function register(person: Registration, origin: Origin, invitations: Invitations): Promise<Tokens> {
    if (person.invite === undefined) return await registerOwner(person, origin)
    return await registerInvited(person, person.invite, origin, invitations)
  }

  return { register }
}
