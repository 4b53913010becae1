// For tests: members of an organization.
import { auth } from '../../contract/auth.ts'
import type { RoleId } from '../../contract/roles.ts'
import { team } from '../../contract/team.ts'
import type { Caller, testApp } from './app.ts'
import { made } from './records.ts'

let people = 0

/** Invites a person, who registers and is then signed in. */
export async function addMember(
  { call }: Pick<Awaited<ReturnType<typeof testApp>>, 'call'>,
  inviting: Caller,
  role: RoleId = 'owner',
): Promise<Caller & { email: string }> {
  people += 1
  const email = `member${people}@example.com`
  const { data } = made(await inviting.call(team.invite, { body: { emails: [email], role } }))
  const invite = new URL(data[0]!.link).searchParams.get('invite')!
  const body = { name: `Member ${people}`, email, password: 'correct horse battery', invite }
  const joined = made(await call(auth.register, { body }))
  return { ...joined, email, call: (endpoint, input) => call(endpoint, input, joined.access_token) }
}
