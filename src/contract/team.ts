// The team of an organization: members, invitations, and joining by an invitation.

import * as z from 'zod/mini'
import { Address, Invite, Tokens } from './auth.ts'
import { byId, Id, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { issue } from './messages/issue.ts'
import { RoleId, RoleLabel } from './roles.ts'

export const Member = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  joined_at: Timestamp,
  /** True for the caller. */
  is_you: z.boolean(),
  /** `removed`: by the team. `disabled`: by the administrator. Their records stay. */
  state: z.enum(['active', 'removed', 'disabled']),
  role: RoleLabel,
  /** Null unless the caller may manage the team. */
  has_second_factor: z.nullable(z.boolean()),
})
export type Member = z.output<typeof Member>

export const Invitation = z.object({
  id: Id,
  email: z.string(),
  /** Name of the member who invited them last. */
  invited_by: z.string(),
  sent_at: Timestamp,
  /** In the past: the link has expired and can be renewed. */
  expires_at: Timestamp,
  role: RoleLabel,
})
export type Invitation = z.output<typeof Invitation>

export const Team = z.object({
  members: z.array(Member),
  invitations: z.array(Invitation),
  /** Members without a second factor can only set one up. */
  second_factor_required: z.boolean(),
})
export type Team = z.output<typeof Team>

/** The link is returned here and sent by email, and never again: only the token's digest is stored. */
export const MadeInvitation = z.extend(Invitation, { link: z.string() })
export type MadeInvitation = z.output<typeof MadeInvitation>

export const maxInvited = 20
export const InvitationInput = z.strictObject({
  emails: z.array(z.string().check(z.trim(), z.maxLength(254))).check(
    z.minLength(1, { error: issue('bounds.at_least_one_address') }),
    z.maxLength(maxInvited, { error: issue('bounds.max_addresses', { max: maxInvited }) }),
    // Reported on the whole list, so that the form's one field shows it; the message names the address.
    namesWrong,
  ),
  /** Role of the invited people; `member` by default. */
  role: z.optional(RoleId),
})

function namesWrong({ value, issues }: { value: string[]; issues: z.core.$ZodRawIssue[] }) {
  const wrong = value.find((address) => !Address.safeParse(address).success)
  if (wrong === undefined) return
  issues.push({ code: 'custom', input: value, message: issue('value.not_email', { text: wrong }) })
}

export type InvitationInput = z.output<typeof InvitationInput>

/** What the holder of a link may see before joining. */
export const Invited = z.object({
  /** Name of the organization; may be empty. */
  organization: z.string(),
  invited_by: z.string(),
  email: z.string(),
  /** True: they log in and join, instead of registering. */
  has_account: z.boolean(),
})
export type Invited = z.output<typeof Invited>

export const InviteInput = z.strictObject({ invite: Invite })

export const team = {
  get: endpoint({ permission: 'view', method: 'GET', path: '/v1/team', access: 'signed_in', response: Team }),
  /** Invites all or none. An address that is invited already gets a new link, and its old link expires. */
  invite: endpoint({
    permission: 'manage_team',
    method: 'POST',
    path: '/v1/team/invitations',
    access: 'signed_in',
    body: InvitationInput,
    response: z.object({ data: z.array(MadeInvitation) }),
    status: 201,
  }),
  resend: endpoint({
    permission: 'manage_team',
    method: 'POST',
    path: '/v1/team/invitations/:id/resend',
    access: 'signed_in',
    params: byId,
    response: MadeInvitation,
  }),
  withdraw: endpoint({
    permission: 'manage_team',
    method: 'DELETE',
    path: '/v1/team/invitations/:id',
    access: 'signed_in',
    params: byId,
  }),
  removeMember: endpoint({
    permission: 'manage_team',
    method: 'POST',
    path: '/v1/team/members/:id/remove',
    access: 'signed_in',
    params: byId,
  }),
  restoreMember: endpoint({
    permission: 'manage_team',
    method: 'POST',
    path: '/v1/team/members/:id/restore',
    access: 'signed_in',
    params: byId,
  }),
  /** Nobody can give a role with more permissions than their own, or change a member who has more. */
  setRole: endpoint({
    permission: 'manage_team',
    audited: 'member_role_changed',
    method: 'PUT',
    path: '/v1/team/members/:id/role',
    access: 'signed_in',
    params: byId,
    body: z.strictObject({ role: RoleId }),
    response: Team,
  }),
  /** Only callers with a second factor may require one. */
  requireSecondFactor: endpoint({
    permission: 'manage_team',
    fresh_proof: true,
    method: 'PUT',
    path: '/v1/team/second-factor',
    access: 'signed_in',
    body: z.strictObject({ required: z.boolean() }),
    response: Team,
  }),
  /** A POST, so that the token is in no URL. */
  invited: endpoint({
    method: 'POST',
    path: '/auth/v1/invitation',
    access: 'open',
    body: InviteInput,
    response: Invited,
  }),
  /** Moves the user and deletes their own, empty organization. Ends all their sessions; these tokens start a new one. */
  join: endpoint({
    permission: 'account',
    method: 'POST',
    path: '/v1/team/join',
    access: 'signed_in',
    of_account: true,
    body: InviteInput,
    response: Tokens,
  }),
}
