// For tests: an organization whose broadcasts need approval, with its owner, an author, and an approver.
import { auth } from '../../contract/auth.ts'
import { type BroadcastInput, broadcasts } from '../../contract/broadcasts.ts'
import { type ApprovalRule, organization } from '../../contract/organization.ts'
import type { RoleId } from '../../contract/roles.ts'
import { team } from '../../contract/team.ts'
import { waSessions } from '../../contract/wa-sessions.ts'
import { broadcastsForEngine } from '../messaging/broadcasts/engine-port.ts'
import { advanceBroadcasts } from '../messaging/engine/scheduler.ts'
import type { Caller } from './app.ts'
import { addContacts, ordinary, quiet, type testEngine } from './engine.ts'
import { made } from './records.ts'
import { organizationOf } from './two-at-once.ts'

type Engine = Awaited<ReturnType<typeof testEngine>>

export function approvals({ call, signUp, database, clock }: Engine) {
  let people = 0

  /** Adds a member to the team. */
  async function member(owner: Caller, role: RoleId): Promise<Caller> {
    const email = `second${++people}@example.com`
    const { data } = made(await owner.call(team.invite, { body: { emails: [email], role } }))
    const invite = new URL(data[0]!.link).searchParams.get('invite')!
    const joined = made(
      await call(auth.register, {
        body: { name: `Second ${people}`, email, password: 'correct horse battery', invite },
      }),
    )
    return { ...joined, call: (endpoint, input) => call(endpoint, input, joined.access_token) }
  }

  /** Runs the scheduler once, which sends no messages. */
  const tick = (at = clock.now) =>
    advanceBroadcasts({ database, broadcasts: broadcastsForEngine, log: quiet, time: () => at.getTime() })

  async function setRule(owner: Caller, rule: Partial<ApprovalRule>) {
    const { version } = made(await owner.call(organization.get))
    made(await owner.call(organization.update, { body: { ...rule, version } }))
  }

  async function desk(rule: Partial<ApprovalRule> = { approval_always: true }, contactCount = 2) {
    const owner = await signUp()
    await setRule(owner, rule)
    const author = await member(owner, 'member')
    const approver = await member(owner, 'admin')
    const contactIds = await addContacts(
      owner,
      Array.from({ length: contactCount }, (_, index) => ordinary(index)),
    )
    const session_id = made(await owner.call(waSessions.list)).data[0]!.id
    const draft = async (more: Partial<BroadcastInput> = {}) =>
      made(
        await author.call(broadcasts.create, {
          body: {
            name: 'News',
            session_id,
            body: 'Halo {{ contact.name }}',
            audience: { all_contacts: true },
            ...more,
          },
        }),
      )
    const show = async (id: string) => made(await owner.call(broadcasts.get, { params: { id } }))
    /** A broadcast that awaits approval, with all messages written. */
    const asked = async (more: Partial<BroadcastInput> = {}) => {
      const { id } = await draft(more)
      made(await author.call(broadcasts.requestApproval, { params: { id } }))
      await tick()
      return await show(id)
    }
    const recipients = async (id: string) =>
      made(await owner.call(broadcasts.recipients, { params: { id }, query: { sort: 'name' } })).data
    const scope = { organization_id: organizationOf(owner) }
    return { owner, author, approver, contactIds, session_id, draft, show, asked, recipients, scope }
  }

  const approve = (by: Caller, { id, version }: { id: string; version: number }) =>
    by.call(broadcasts.approve, { params: { id }, body: { version } })

  return { member, tick, setRule, desk, approve }
}
