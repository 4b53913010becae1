// Resolves a version conflict: another user saved the same draft, so the user chooses field by field.
import type { WaSession } from '../../../contract/wa-sessions.ts'
import { t } from '../../platform/lib/text.ts'
import ConflictDialog from '../../platform/ui/conflict-dialog.tsx'
import { type Draft, merged, type Part } from './draft.ts'
import { clockText } from './time-text.ts'

interface DraftResolveDialogProps {
  base: Draft
  mine: Draft
  theirs: Draft
  sessions: WaSession[]
  onResolve: (values: Draft) => void
  onClose: () => void
}

export default function DraftResolveDialog({
  base,
  mine,
  theirs,
  sessions,
  onResolve,
  onClose,
}: DraftResolveDialogProps) {
  const words = (draft: Draft): Record<Part, string> => ({
    name: draft.name,
    session_id: sessions.find(({ id }) => id === draft.session_id)?.name ?? '',
    message: [
      draft.source === 'own' ? draft.body : draft.template_id ? t('Template {id}', { id: draft.template_id }) : '',
      draft.media_id && t('File {id}', { id: draft.media_id }),
    ]
      .filter(Boolean)
      .join('\n'),
    audience: draft.audience.all_contacts
      ? t('All contacts except {count}', { count: draft.audience.exclude_contact_ids.length })
      : chosenText(draft.audience),
    when: [
      draft.when === 'later' ? clockText(draft.send_on) : t('Now'),
      draft.expires_on && clockText(draft.expires_on),
    ]
      .filter(Boolean)
      .join(' – '),
  })
  const [now, ours] = [words(theirs), words(mine)]
  return (
    <ConflictDialog
      labels={{
        name: t('Name'),
        session_id: t('WhatsApp session'),
        audience: t('Audience'),
        message: t('Message'),
        when: t('When'),
      }}
      base={words(base)}
      mine={ours}
      theirs={now}
      onClose={onClose}
      onResolve={(values) => onResolve(merged(mine, theirs, (part) => values[part] === now[part]))}
    />
  )
}

function chosenText({ contact_ids, wa_group_ids, broadcast_group_ids }: Draft['audience']) {
  return [
    t.plural(contact_ids.length, '{count} chosen contact', '{count} chosen contacts'),
    ...(broadcast_group_ids.length > 0
      ? [t.plural(broadcast_group_ids.length, '{count} broadcast group', '{count} broadcast groups')]
      : []),
    ...(wa_group_ids.length > 0
      ? [t.plural(wa_group_ids.length, '{count} WhatsApp group', '{count} WhatsApp groups')]
      : []),
  ].join(', ')
}
