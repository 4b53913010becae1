// English: accounts, organizations and limits.
import type { Sentence } from '../sentence.ts'

export const account = {
  'forbidden.permission': 'Your role lacks the permission “{permission}”. Ask an owner or admin of your organization.',
  'role.does_not_include': 'Your role does not include: {permission}.',
  'role.only_owners': 'Only an owner can make someone an owner or act on one.',
  'role.more_than_yours': 'Your own role lacks these permissions: {permissions, list}.',
  'role.last_owner': 'An organization needs an owner. Make another member an owner first.',
  'role.unknown': 'This role does not exist any more. Choose another one.',
  'role.in_use': {
    one: '{count} member or invitation has this role. Choose another role for it first.',
    other: '{count} members and invitations have this role. Choose another role for them first.',
  },
  'role.name_taken': 'A role has this name already.',
  'role.too_many': 'An organization has at most {max} roles of its own.',
  'permission.edit': 'Add and change records',
  'permission.send_broadcasts': 'Send broadcasts',
  'permission.approve_broadcasts': 'Approve broadcasts',
  'permission.export': 'Export',
  'permission.see_amounts': 'See amounts',
  'permission.manage_phones': 'Manage phones',
  'permission.manage_settings': 'Manage settings',
  'permission.see_audit_log': 'See the audit log',
  'permission.manage_team': 'Manage the team',
  'permission.delete_for_good': 'Delete for good',
  'auth.token_reused': 'An old token was used again, so the session was ended. Log in again.',
  'auth.session_expired': 'You have been away for a while. Log in again.',
  'registration.closed': 'New accounts cannot be created at the moment.',
  'registration.by_invitation': 'Ask a colleague who uses Kabar to invite you.',
  'registration.email_taken': 'This address has an account. Log in, or use another address.',
  'invitation.unknown':
    'This link is incomplete or was replaced by a newer one. Ask the person who invited you for a new one.',
  'invitation.no_account': 'Registration is closed, and {email} has no account.',
  'invitation.other_address':
    'This invitation is for {email}. Log in with that address, or ask for an invitation to yours.',
  'invitation.other_address_register':
    'This invitation is for {email}. Register with that address, or ask for an invitation to yours.',
  'invitation.has_account': 'This address already has an account. Log in with it, then open the invitation link again.',
  'invitation.expired': 'This invitation is older than 7 days. Ask the person who invited you for a new one.',
  'invitation.used': 'This invitation has already been used. Log in with the address that was invited.',
  'invitation.withdrawn': 'This invitation was withdrawn. Ask the person who invited you for a new one.',
  'organization.not_empty':
    'Your organization still has {what}. Delete or stop them and open the link again, or ask for an invitation to another address of yours.',
  'organization.country_not_listed': 'Choose a country from the list.',
  'organization.changed': 'Someone else changed the organization after you opened it.',
  'team.access_removed': 'Your administrator removed this access and can restore it.',
  'team.you_are_member': 'You are already a member of {organization}.',
  'team.cannot_remove_yourself': 'You cannot remove yourself. Delete your account instead.',
  'team.already_member': '{email} is already a member. If their access was removed, restore it in the list of members.',
  'server.busy': 'Kabar is busy. Try again in a few seconds.',
  'login.too_many': 'Too many people are logging in right now. Try again in a few seconds.',
  'password.reset_link_invalid':
    'This link has been used, is older than 30 minutes, or was replaced by a newer one. Request a new link.',
  'password.incorrect': 'This is not your password. Type it again.',
  'second_factor.enter_code': 'Enter the code of your authenticator app, or a recovery code.',
  'second_factor.wrong_code': 'This code is not correct, or was used before. Wait for the next one.',
  'second_factor.expired': 'This took more than five minutes. Log in again.',
  'second_factor.not_started': 'Set up the app first.',
  'second_factor.off': 'Two-step login is off.',
  'second_factor.required':
    'Your organization requires two-step login. Add another passkey or authenticator app first.',
  'second_factor.missing': 'Your organization requires two-step login. Set it up first.',
  'second_factor.own_first': 'Turn on two-step login for yourself first.',
  'second_factor.not_in_demo': 'Sample data has no members to protect. Go back to your organization first.',
  'api_token.invalid':
    'This API token is unknown, has expired or was revoked. Make a new one under Account, API tokens.',
  'api_token.not_here': 'A program cannot do this with an API token. Log in to Kabar and do it there.',
  'api_token.permission':
    'This API token lacks the permission “{permission}”, or the role of its member does. Make a token that has it.',
  'api_token.too_many': 'You have {max} API tokens already. Revoke one that is no longer used.',
  'passkey.refused':
    'This passkey was not accepted: it was removed here, or belongs to another account. Log in another way.',
  'passkey.needs_password':
    'Your password was reset after this passkey was added. Log in once with your email and the new password, and use this passkey as the second step.',
  'passkey.expired': 'This took more than five minutes, or was sent twice. Try again.',
  'passkey.known': 'This passkey is already in use.',
  'passkey.too_many': 'You have {count} passkeys, which is the maximum. Remove one that you no longer use.',
  'passkey.ip_address':
    'Browsers have no passkeys for an IP address. Whoever runs Kabar can give it a name (PUBLIC_URL), such as https://kabar.example.',
  'passkey.not_secure':
    'Browsers have no passkeys without HTTPS. Whoever runs Kabar can change its address (PUBLIC_URL) to one that begins with https://.',
  'provider.unreachable': '{provider} cannot be reached at the moment. Try again, or log in with your password.',
  'provider.denied': 'You did not allow {provider} to tell who you are.',
  'provider.failed': '{provider} could not confirm who you are ({reason}). Start again.',
  'provider.expired': 'This took more than ten minutes. Start again.',
  'provider.no_email': '{provider} did not tell your email address. Ask whoever runs Kabar.',
  'provider.unverified_email': '{provider} has not verified {email}. Verify it there first.',
  'provider.has_account':
    '{email} has an account here. Log in with your password, then link {provider} under Account → Password and devices.',
  'organization.is_ending':
    'This organization is to be deleted, so nobody can join it. An owner can cancel the deletion.',
  'provider.no_account': '{email} has no account here. Ask a colleague who uses Kabar to invite you.',
  'provider.taken': 'This login at {provider} belongs to another account here.',
  'proof.required': 'Confirm with your password first. It counts for ten minutes.',
  'password.contains_product': 'This password contains the name of this product. Choose one that is harder to guess.',
  'password.contains_owner':
    'This password contains your name, address or organization. Choose one that cannot be guessed from them.',
  'password.too_common': 'This password is too common. Choose a less common one.',
  'email.taken': 'This address already has an account. Choose another one.',
  'email.confirmation_invalid':
    'This link has been used, is older than 30 minutes, was replaced by a newer one, or belongs to another account. Request a new one in your profile.',
  'rate_limit.requests': 'Too many requests in a short time. Try again in a few seconds.',
  'rate_limit.wait': 'Wait {time}, then try again.',
  'time.minutes': { one: '{count} minute', other: '{count} minutes' },
  'time.seconds': { one: '{count} second', other: '{count} seconds' },
  'download.still_sending': 'An earlier download is still running. Try again in a few seconds.',
  'download.others_unfinished': 'Your other downloads are not finished. Wait for them, then try again.',
  'download.link_expired': 'A link works once and for 60 seconds. Go back to Kabar and request the file again.',
  'account.member_joined': 'Someone has joined your organization. Review what would be deleted.',
  'organization.deletion_waits': 'The deletion of your organization is waiting already.',
  'organization.no_deletion': 'Your organization is not waiting to be deleted.',
  'account.confirm_text': 'Type “{text}” exactly as shown.',
  'account.last_member':
    'You are now the last member: your organization would be deleted with your account. Review what would be deleted.',
  'upload.too_many_at_once': 'Too many files are being uploaded right now. Try again in a few seconds.',
  'upload.not_multipart': 'Send the file as multipart/form-data, in a part named “file”.',
  'upload.interrupted': 'The upload was interrupted. Send the file again.',
  'queue.full': 'Too many of your files are in the queue. Try again when some of them are ready.',
  'quota.records':
    'Your organization has {used, number} of {limit, number} records. Ask your administrator for a higher limit.',
  'quota.storage':
    'Your organization uses {used, number} of {limit, number} MB for files and imports. Unused files are deleted after 30 days. Your administrator can raise the limit.',
  'quota.uploads':
    'Your organization has used {used, number} of {limit, number} uploads in the last hour. Try again later.',
  'quota.exports':
    'Your organization has used {used, number} of {limit, number} exports in the last hour. Try again later.',
  'period.closed':
    'The period until {closed, day} is closed and cannot be changed. Use a later date, or reopen it under Account, Closed periods.',
  'period.closed_time_zone':
    'This time zone would change dates in the period closed until {closed, day}. Reopen it under Account, Closed periods, change the time zone, then close it again.',
  'organization.not_restored': 'This is not a restored copy, or it has been released already.',
  'webhook.too_many': 'An organization has at most {max} webhooks.',
  'webhook.not_in_demo': 'Nothing leaves the sample data. Go back to your organization first.',
  'webhook.https_only': 'Use an address that begins with https://.',
  'webhook.private_address': 'This address is inside a private network. Use one that can be reached from the internet.',
  'webhook.port': 'Use port 443, or a port from 1024 on.',
  'webhook.login_in_address':
    'Leave out the user name and password. Kabar signs each request, so the receiver can check it.',
  'webhook.off': 'This webhook is off. Turn it on first.',
  'webhook.still_waiting': 'This event is still waiting to be sent.',
  'period.none_closed': 'No period is closed.',
  'export.too_many_rows': 'A spreadsheet has room for 1,048,575 records. Export them as CSV.',
  'request.not_normalized': 'Write the address in its normal form.',
  'request.invalid_host': 'Send HTTP/1.1 with one Host header.',
  'request.not_utf8': 'The body is not UTF-8.',
  'request.invalid_idempotency_key': 'Idempotency-Key must be 1 to 255 printable characters without spaces.',
} as const satisfies Record<string, Sentence>
