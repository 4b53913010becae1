// Password reset: asks for the address or, with the token of a reset link, for the new password.
import { useSearchParams } from 'react-router'
import { ResetLinkEdit } from './reset-link-edit.tsx'
import { ResetPasswordEdit } from './reset-password-edit.tsx'

export default function ResetEdit() {
  const token = useSearchParams()[0].get('token')
  return token ? <ResetPasswordEdit key={token} token={token} /> : <ResetLinkEdit />
}
