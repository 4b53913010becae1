// Rules of sample data: creates and fills a user's demo organization, opens and closes it in a sign-in session, deletes it.
import type { SampleState } from '../../../contract/sample-data.ts'
import { AppError } from '../../errors.ts'
import { type Database, inTenant, switchOrganization, type Tenant } from '../../platform/db/index.ts'
import { type Caller, sessionOf } from '../../platform/http/authentication.ts'
import { seedCurrencies } from '../../records/currencies/service.ts'
import { seedMasterData } from '../../records/master-data/service.ts'
import { setOpenOrganization } from '../auth/service.ts'
import { createOrganization, getOrganization, holdOrganization, removeOrganization } from '../organization/service.ts'
import { getForTransfer, holdUser, insertTransferred } from '../users/service.ts'
import * as queries from './queries.ts'
import { sampleSet } from './set.ts'

/** Slightly more than the sample data uses. */
const idsNeeded = 400
/** Enough to try things, and too little to serve as a second organization beyond the user's quotas. */
const limits = { quota_records: 2_000, quota_storage: 50 * 1024 ** 2, quota_uploads: 20, quota_exports: 20 }

// `caller` is always in their own organization, even while the demo organization is open: see `of_account` in the contract.

export async function state(database: Database, caller: Caller): Promise<SampleState> {
  const demo = await demoOf(database, caller)
  if (!demo) return { created_at: null, is_open: false }
  return { created_at: demo.created_at, is_open: await queries.isOpen(database, sessionOf(caller), demo) }
}

/** Creates the demo organization if the user has none, and opens it. */
export async function open(database: Database, caller: Caller): Promise<SampleState> {
  await inTenant(database, caller, async (home) => {
    // Of two concurrent requests, the second waits here and then finds the demo organization of the first.
    await holdUser(home, caller.user_id)
    const demo = await demoOf(database, caller)
    await setOpenOrganization(home, caller, demo?.organization_id ?? (await create(home, caller.user_id)))
  })
  return await state(database, caller)
}

export async function close(database: Database, caller: Caller): Promise<SampleState> {
  await inTenant(database, caller, (home) => setOpenOrganization(home, caller, null))
  return await state(database, caller)
}

/** Deletes the demo organization; every session that has it open returns to the user's own. */
export async function remove(database: Database, caller: Caller): Promise<void> {
  await inTenant(database, caller, async (home) => {
    await holdUser(home, caller.user_id)
    const demo = await demoOf(database, caller)
    if (demo) await removeDemo(home, demo.organization_id)
  })
}

/**
 * Deletes the demo organizations of all users of an organization, or of one user. The caller locks the organization first
 * (`holdOrganization`), so that no demo organization is created meanwhile.
 */
export async function removeDemos(database: Database, home: Tenant, user_id?: string): Promise<void> {
  for (const demo of await queries.demosOf(database, home.organization_id))
    if (user_id === undefined || demo.user_id === user_id) await removeDemo(home, demo.organization_id)
}

async function demoOf(database: Database, { home_organization_id, user_id }: Caller) {
  const demos = await queries.demosOf(database, home_organization_id)
  return demos.find((demo) => demo.user_id === user_id)
}

/** Returns the demo organization's id. The user has the same id in it, but no address or password to sign in with. */
async function create(home: Tenant, user_id: string): Promise<string> {
  const user = await getForTransfer(home, user_id)
  const organization = await getOrganization(home)
  // The account was deleted by a concurrent request.
  if (!user || !organization) throw new AppError('unauthenticated')
  const { name, country, time_zone, base_currency } = organization
  const demo = await switchOrganization(home, await queries.newId(home))
  await createOrganization(demo, {
    ...{ name, country, time_zone, base_currency, ...limits },
    ...{ demo_of: home.organization_id, demo_of_user_id: user_id },
  })
  await insertTransferred(demo, { ...user, email_key: null, password_hash: '' }, { role: 'owner', role_id: null })
  await seedMasterData(demo, user.locale)
  await seedCurrencies(demo)
  for (const rows of sampleSet(await queries.readInput(demo, idsNeeded))) await queries.insert(demo, rows)
  await switchOrganization(demo, home.organization_id)
  return demo.organization_id
}

async function removeDemo(home: Tenant, organization_id: string): Promise<void> {
  const demo = await switchOrganization(home, organization_id)
  await holdOrganization(demo)
  await removeOrganization(demo)
  await switchOrganization(demo, home.organization_id)
}
