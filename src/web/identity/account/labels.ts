// Labels of sessions and permissions, which other features use, too.
import type { Permission } from '../../../contract/permissions.ts'
import { t } from '../../platform/lib/text.ts'

export { modeLabel } from './pacing.ts'

export const permissionLabels = (): Record<Permission, string> => ({
  edit: t('Add and change records, write to one person'),
  send_broadcasts: t('Send broadcasts'),
  approve_broadcasts: t('Approve broadcasts'),
  export: t('Export'),
  see_amounts: t('See amounts: investments, payments and sums'),
  manage_phones: t('Manage phones'),
  manage_settings: t('Manage master data, currencies and the organization'),
  see_audit_log: t('See the audit log'),
  manage_team: t('Manage the team and its roles'),
  delete_for_good: t('Delete for good, erase personal data'),
})
