// For tests: programs with API tokens, and members who make the tokens.
import { type ApiTokenInput, apiTokens } from '../../contract/api-tokens.ts'
import { auth } from '../../contract/auth.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { RoleId } from '../../contract/roles.ts'
import { team } from '../../contract/team.ts'
import type { Caller, testApp } from './app.ts'
import { made } from './records.ts'

type App = Pick<Awaited<ReturnType<typeof testApp>>, 'call'>

export interface Program {
  id: string
  token: string
  call: Caller['call']
}

/** A program with a token that `person` has made. */
export async function programOf({ call }: App, person: Caller, more: Partial<ApiTokenInput> = {}): Promise<Program> {
  const body = { name: 'n8n', permissions: [], expires_on: null, ...more }
  const { id, token } = made(await person.call(apiTokens.create, { body }))
  return { id, token, call: (endpoint, input) => call(endpoint, input, token) }
}

let members = 0
/** Adds a member with this role to the team of `owner`. */
export async function memberOf({ call }: App, owner: Caller, role: RoleId): Promise<Caller & { email: string }> {
  const email = `colleague${++members}@example.com`
  const { data } = made(await owner.call(team.invite, { body: { emails: [email], role } }))
  const invite = new URL(data[0]!.link).searchParams.get('invite')!
  const body = { name: `Colleague ${members}`, email, password: 'correct horse battery', invite }
  const joined = made(await call(auth.register, { body }))
  return { ...joined, email, call: (endpoint, input) => call(endpoint, input, joined.access_token) }
}

/** The status of the response; if it is an error, its code instead. */
export async function answerTo(program: Pick<Program, 'call'>, endpoint: Endpoint, input: object = {}) {
  const { status, problem } = await program.call(endpoint, input as never)
  return status < 400 ? status : problem.code
}
