// Registration: with a new organization, or by invitation into an existing one.
import { lazy, Suspense } from 'react'
import { Navigate, useLocation } from 'react-router'
import { t } from '../../platform/lib/text.ts'
import { useInvitation } from './invitation.ts'
import { InvitationRefusalShow } from './invitation-refusal-show.tsx'
import { InvitedEdit } from './invited-edit.tsx'
import { NewOrganizationEdit } from './new-organization-edit.tsx'
import { NoRegistrationShow } from './no-registration-show.tsx'
import { useProvider, useRegistration } from './registration.ts'

const ProviderLoginShow = lazy(() => import('./provider-login-show.tsx'))

export default function RegisterEdit() {
  const state = useLocation().state
  const invitation = useInvitation()
  const registration = useRegistration()
  const provider = useProvider()
  if (invitation.state === 'asking' || registration === undefined) return <p role="status">{t('Loading…')}</p>
  if (invitation.state === 'bad') return <InvitationRefusalShow {...invitation} registration={registration} />
  if (invitation.state === 'good' && invitation.invited.has_account)
    return <Navigate to="/login" state={state} replace />
  if (registration === 'closed') return <NoRegistrationShow registration="closed" />
  return (
    <>
      {invitation.state === 'good' ? (
        <InvitedEdit {...invitation} />
      ) : registration === 'open' ? (
        <NewOrganizationEdit />
      ) : (
        <NoRegistrationShow registration="invite" />
      )}
      {provider && (
        <Suspense>
          <ProviderLoginShow provider={provider} />
        </Suspense>
      )}
    </>
  )
}
