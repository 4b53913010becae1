// Creates a draft for recipients who did not receive, read or reply to a broadcast.
import { Button, Checkbox, Modal, Radio } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type Broadcast, broadcasts, type FollowUpInput } from '../../../contract/broadcasts.ts'
import { call, invalidate, query } from '../../api.ts'
import { number } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { Stack, Text } from '../../platform/ui/box.tsx'
import { DialogButtons } from '../../platform/ui/dialog.tsx'
import { useFocusRestore } from '../../platform/ui/focus-restore.ts'
import { notifyError } from '../../platform/ui/notices.tsx'

type Part = FollowUpInput['part']

export default function FollowUpDialog({ broadcast, onClose }: { broadcast: Broadcast; onClose: () => void }) {
  useFocusRestore()
  const client = useQueryClient()
  const navigate = useNavigate()
  const reasons = useQuery({ ...query(broadcasts.reasons, { params: { id: broadcast.id } }), staleTime: 0 })
  const unconfirmed = reasons.data?.data.find(({ reason }) => reason === 'unconfirmed')?.count ?? 0
  const counts = countsOf(broadcast, unconfirmed)
  const parts = (Object.keys(counts) as Part[]).filter(
    (part) => counts[part] > 0 || (isResend(part) && unconfirmed > 0),
  )
  const [chosen, setChosen] = useState<Part>()
  const part = chosen ?? parts[0]
  const [alsoUnconfirmed, setAlsoUnconfirmed] = useState(false)
  const [busy, setBusy] = useState(false)
  const isWith = alsoUnconfirmed && part !== undefined && isResend(part)
  const count = part ? counts[part] + (isWith ? unconfirmed : 0) : 0

  async function make() {
    if (!part) return
    setBusy(true)
    try {
      const name = t('{name}: follow-up', { name: broadcast.name }).slice(0, 200)
      const draft = await call(broadcasts.retry, {
        params: { id: broadcast.id },
        body: { part, name, ...(isWith ? { include_unconfirmed: true } : {}) },
      })
      await navigate(`/broadcasts/${draft.id}/edit`)
      void invalidate(client, '/v1/broadcasts')
    } catch (error) {
      notifyError(error, t('Action failed'))
      setBusy(false)
    }
  }

  return (
    <Modal opened onClose={onClose} title={t('Follow up')} size="md" closeButtonProps={{ 'aria-label': t('Close') }}>
      {parts.length === 0 ? (
        <Text dimmed>{t('All recipients received, read and answered it: there is no one left to follow up.')}</Text>
      ) : (
        <Stack gap={20}>
          <Text dimmed>
            {t('Creates a draft with the same message, only for them. You can edit it before sending.')}
          </Text>
          <Radio.Group value={part} onChange={(next) => setChosen(next as Part)} label={t('Audience')}>
            <Stack gap={12} mt={10}>
              {parts.map((one) => (
                <Radio
                  key={one}
                  value={one}
                  label={t('{who} ({count})', { who: t(labels[one].label), count: number(counts[one]) })}
                  description={t(labels[one].help)}
                />
              ))}
            </Stack>
          </Radio.Group>
          {part && isResend(part) && unconfirmed > 0 && (
            <Checkbox
              checked={alsoUnconfirmed}
              onChange={(event) => setAlsoUnconfirmed(event.currentTarget.checked)}
              label={t.plural(
                unconfirmed,
                'Also {count} whose message was never confirmed',
                'Also {count} whose message was never confirmed',
              )}
              description={t('It may have arrived, so they could get it twice.')}
            />
          )}
        </Stack>
      )}
      <DialogButtons>
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('Go back')}
        </Button>
        {parts.length > 0 && (
          <Button loading={busy} disabled={count === 0} onClick={make}>
            {t.plural(count, 'Create a draft for {count}', 'Create a draft for {count}')}
          </Button>
        )}
      </DialogButtons>
    </Modal>
  )
}

const isResend = (part: Part) => part === 'failed' || part === 'not_sent'

function countsOf({ counts, replied }: Broadcast, unconfirmed: number): Record<Part, number> {
  const failed = Math.max(0, counts.failed - unconfirmed)
  const reached = counts.sent + counts.delivered + counts.read + counts.played
  return {
    failed,
    not_sent: failed + counts.cancelled + counts.skipped,
    not_read: counts.sent + counts.delivered,
    not_replied: Math.max(0, reached - replied),
  }
}

const labels: Record<Part, { label: string; help: string }> = {
  failed: { label: 'Failed', help: 'Resends the same message.' },
  not_sent: {
    label: 'Not delivered',
    help: 'Failed, skipped or cancelled. Phones that are off receive it once they are on.',
  },
  not_read: { label: 'Not read', help: 'A reminder: they already have the first message.' },
  not_replied: {
    label: 'Not answered',
    help: 'They already have the first message; some have read it.',
  },
}
