// Registration: with a new organization, or by invitation into an existing one.
import { Navigate, useLocation } from 'react-router'
import { t } from '../../platform/lib/text.ts'
import { useInvitation } from './invitation.ts'
import { InvitationRefusalShow } from './invitation-refusal-show.tsx'
import { InvitedEdit } from './invited-edit.tsx'
import { NewOrganizationEdit } from './new-organization-edit.tsx'
import { NoRegistrationShow } from './no-registration-show.tsx'
import { useRegistration } from './registration.ts'

export default function RegisterEdit() {
  const state = useLocation().state
  const invitation = useInvitation()
  const registration = useRegistration()
  if (invitation.state === 'asking' || registration === undefined) return <p role="status">{t('Loading…')}</p>
  if (invitation.state === 'bad') return <InvitationRefusalShow {...invitation} registration={registration} />
  if (invitation.state === 'good' && invitation.invited.has_account)
    return <Navigate to="/login" state={state} replace />
  if (registration === 'closed') return <NoRegistrationShow registration="closed" />
  if (invitation.state === 'good') return <InvitedEdit {...invitation} />
  return registration === 'open' ? <NewOrganizationEdit /> : <NoRegistrationShow registration="invite" />
}
