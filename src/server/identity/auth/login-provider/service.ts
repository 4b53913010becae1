// Rules of logins with a provider: who is let in, who gets an account, and how an account is linked.
import { Address, type Tokens } from '../../../../contract/auth.ts'
import type { ProviderLink, ProviderLogin, ProviderReturn } from '../../../../contract/login-provider.ts'
import { message } from '../../../../contract/messages/message.ts'
import type { Config } from '../../../config.ts'
import { AppError } from '../../../errors.ts'
import { type Keys, openText, sealText } from '../../../keys.ts'
import { writeAuditEvent } from '../../../platform/db/audit-events.ts'
import { type Database, inTenant, type Tenant } from '../../../platform/db/index.ts'
import type { Caller } from '../../../platform/http/authentication.ts'
import { emailTo, queueMail } from '../../../platform/mail/service.ts'
import * as users from '../../users/service.ts'
import { entering } from '../entering.ts'
import type { Origin } from '../origin.ts'
import { holdProof } from '../proofs.ts'
import { provenDevices } from '../proven-device.ts'
import { network, noLimits, rateLimits } from '../rate-limit.ts'
import type { Invitations, Registrations } from '../registration.ts'
import type { OpenSession } from '../session-tokens.ts'
import { openProvider, type Person, type Secrets } from './provider.ts'
import * as queries from './queries.ts'

interface LoginProviderDependencies {
  config: Pick<Config, 'loginProvider' | 'publicUrl' | 'registration'>
  database: Database
  keys: Keys
  now: () => Date
  limited: boolean
  openSession: OpenSession
  registrations: Registrations
  invitations: Invitations
}

/** How long the user may take at the provider. */
const attemptMs = 600_000

export function loginProvider(dependencies: LoginProviderDependencies) {
  const { config, database, keys, now, limited, openSession, registrations, invitations } = dependencies
  const { loginProvider: settings, publicUrl, registration } = config
  const provider = settings && openProvider(settings, `${publicUrl}/login`)
  const limits = limited ? rateLimits({ database, keys, now }) : noLimits
  const provenDevice = provenDevices({ database, keys, now })
  const enter = entering({ database, keys, now, openSession })

  function providerHere() {
    if (!provider) throw new AppError('not_found')
    return provider
  }

  async function start({ ip }: Origin) {
    await limits.count('provider', network(ip ?? ''))
    const { url, secrets } = await providerHere().start()
    const content = JSON.stringify({ ...secrets, at: now().getTime() })
    return { url, attempt: sealText(keys('login-provider'), 'attempt', content) }
  }

  async function personOf({ attempt, parameters }: ProviderReturn): Promise<Person> {
    const here = providerHere()
    return await here.finish(parameters, secretsOf(attempt))
  }

  function secretsOf(attempt: string): Secrets {
    const text = openText(keys('login-provider'), 'attempt', attempt)
    const content = text && (JSON.parse(text) as Secrets & { at: number })
    if (!content || now().getTime() - content.at >= attemptMs)
      throw new AppError('login_refused', message('provider.expired'))
    return content
  }

  /** Whoever is linked, or gets an account now. An account with the same address is never taken over: see `link`. */
  async function finish({ device_tokens = [], ...login }: ProviderLogin, origin: Origin): Promise<Tokens> {
    await limits.count('provider', network(origin.ip ?? ''))
    const person = await personOf(login)
    const user = (await queries.linkedUser(database, person)) ?? (await accountFor(person, login, origin))
    const device = await provenDevice(user, device_tokens)
    return await enter({ user, device, by: 'provider', origin })
  }

  async function accountFor(person: Person, { invite, country, locale }: ProviderLogin, origin: Origin) {
    const email = verifiedEmail(person)
    const email_key = users.emailKey(email)
    if (await users.findByEmail(database, email_key))
      throw new AppError('login_refused', message('provider.has_account', { email, provider: settings!.name }))
    const name = person.name ?? email.slice(0, email.indexOf('@'))
    const arrival = { name: name.slice(0, 200), email, country, locale }
    const linking = async (tenant: Tenant, user_id: string) => {
      if (!(await queries.link(tenant, user_id, person, now()))) throw taken(settings!.name)
    }
    const domain = person.domain && (await queries.organizationOf(database, person.domain))
    const how = { invite, domain: domain || undefined, registration, invitations, origin, linking }
    return await registrations.withProvider(arrival, how)
  }

  function verifiedEmail({ email, is_verified }: Person): string {
    const values = { provider: settings!.name }
    const address = Address.safeParse(email)
    if (!address.success) throw new AppError('login_refused', message('provider.no_email', values))
    if (!is_verified)
      throw new AppError('login_refused', message('provider.unverified_email', { email: address.data, ...values }))
    return address.data
  }

  async function link(caller: Caller, arrival: ProviderReturn): Promise<ProviderLink> {
    await limits.count('provider', caller.user_id)
    const person = await personOf(arrival)
    return await inTenant(database, caller, async (tenant) => {
      await holdProof(tenant, caller, now())
      if (!(await queries.link(tenant, caller.user_id, person, now()))) throw taken(settings!.name)
      await tell(tenant, caller, 'login_linked')
      return await get(tenant, caller)
    })
  }

  async function unlink(caller: Caller): Promise<void> {
    await inTenant(database, caller, async (tenant) => {
      await holdProof(tenant, caller, now())
      if (await queries.unlink(tenant, caller.user_id)) await tell(tenant, caller, 'login_unlinked')
    })
  }

  async function get(tenant: Tenant, { user_id }: Caller): Promise<ProviderLink> {
    if (!settings) return { provider: null, linked_at: null }
    const link = await queries.linkOf(tenant, user_id, settings.issuer)
    return { provider: settings.name, linked_at: link?.linked_at ?? null }
  }

  async function tell(tenant: Tenant, { user_id }: Caller, action: 'login_linked' | 'login_unlinked') {
    await writeAuditEvent(tenant, { action, user_id, at: now() })
    const user = await users.credentials(tenant, user_id)
    const values = { provider: settings?.name ?? '?', url: `${publicUrl}/account#login-provider` }
    if (user) await queueMail(tenant, keys, emailTo(user, action, values))
  }

  return { start, finish, link, unlink, get }
}

const taken = (provider: string) => new AppError('state_conflict', message('provider.taken', { provider }))

export { allowDomain, forbidDomain, giveLink, takeLink } from './queries.ts'
