// The team of an organization: who is in it, who is invited, and joining by an invitation.
import * as z from 'zod/mini'
import { Address, Invite, Tokens } from './auth.ts'
import { byId, Id, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'

export const Member = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  joined_at: Timestamp,
  /** The one that asks. */
  you: z.boolean(),
  /** `removed`: the team took their access away. `disabled`: whoever runs the installation did. What they made stays. */
  state: z.enum(['active', 'removed', 'disabled']),
})
export type Member = z.output<typeof Member>

export const Invitation = z.object({
  id: Id,
  email: z.string(),
  /** The name of the member who invited them last. */
  invited_by: z.string(),
  sent_at: Timestamp,
  /** Past: the link is not good any more, and can be made anew. */
  expires_at: Timestamp,
})
export type Invitation = z.output<typeof Invitation>

export const Team = z.object({ members: z.array(Member), invitations: z.array(Invitation) })
export type Team = z.output<typeof Team>

/** The link is told here and in the mail, and never again: only the token's digest is kept. */
export const MadeInvitation = z.extend(Invitation, { link: z.string() })
export type MadeInvitation = z.output<typeof MadeInvitation>

export const maxInvited = 20
export const InvitationInput = z.strictObject({
  emails: z.array(z.string().check(z.trim(), z.maxLength(254))).check(
    z.minLength(1, { error: 'at least one address' }),
    z.maxLength(maxInvited, { error: `at most ${maxInvited} addresses` }),
    // On the whole list, so that it stands on the form's one field, and says which.
    namesWrong,
  ),
})

function namesWrong({ value, issues }: { value: string[]; issues: z.core.$ZodRawIssue[] }) {
  const wrong = value.find((address) => !Address.safeParse(address).success)
  if (wrong === undefined) return
  issues.push({ code: 'custom', input: value, message: `“${wrong}” is not an e-mail address` })
}

/** What whoever holds a link may know before they join. */
export const Invited = z.object({
  /** The name of the organization; may be empty. */
  organization: z.string(),
  invited_by: z.string(),
  email: z.string(),
  /** They sign in and join, instead of registering. */
  has_account: z.boolean(),
})
export type Invited = z.output<typeof Invited>

export const InviteInput = z.strictObject({ invite: Invite })

export const team = {
  get: endpoint({ method: 'GET', path: '/v1/team', access: 'signed_in', response: Team }),
  /** All or none. An address that is invited already gets a new link, and the older one dies. */
  invite: endpoint({
    method: 'POST',
    path: '/v1/team/invitations',
    access: 'signed_in',
    body: InvitationInput,
    response: z.object({ data: z.array(MadeInvitation) }),
    status: 201,
  }),
  resend: endpoint({
    method: 'POST',
    path: '/v1/team/invitations/:id/resend',
    access: 'signed_in',
    params: byId,
    response: MadeInvitation,
  }),
  withdraw: endpoint({ method: 'DELETE', path: '/v1/team/invitations/:id', access: 'signed_in', params: byId }),
  removeMember: endpoint({
    method: 'POST',
    path: '/v1/team/members/:id/remove',
    access: 'signed_in',
    params: byId,
  }),
  restoreMember: endpoint({
    method: 'POST',
    path: '/v1/team/members/:id/restore',
    access: 'signed_in',
    params: byId,
  }),
  /** A POST, so that the token stands in no address. */
  invited: endpoint({
    method: 'POST',
    path: '/auth/v1/invitation',
    access: 'open',
    body: InviteInput,
    response: Invited,
  }),
  /** Moves the user, whose own organization is empty and goes. Every session they have ends; these tokens begin a new one. */
  join: endpoint({ method: 'POST', path: '/v1/team/join', access: 'signed_in', body: InviteInput, response: Tokens }),
}
