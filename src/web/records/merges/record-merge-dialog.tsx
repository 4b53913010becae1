// Dialog that merges records: which one stays, and from which one each differing field takes its value.
import { Button, Modal, Radio } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type MergeKind, type MergeRecord, mergeFields, merges, undoDays } from '../../../contract/merges.ts'
import { call } from '../../api.ts'
import { countryName } from '../../platform/lib/countries.ts'
import { languageName } from '../../platform/lib/language-names.ts'
import { language, t } from '../../platform/lib/text.ts'
import { Stack, Text } from '../../platform/ui/box.tsx'
import { DialogButtons } from '../../platform/ui/dialog.tsx'
import { useFocusRestore } from '../../platform/ui/focus-restore.ts'
import { notify, notifyError } from '../../platform/ui/notices.tsx'
import { contactLabels } from '../contacts/labels.ts'
import { investorLabels } from '../investors/labels.ts'

interface MergeDialogProps {
  kind: MergeKind
  records: MergeRecord[]
  onClose: () => void
}

export default function RecordMergeDialog({ kind, records, onClose }: MergeDialogProps) {
  const client = useQueryClient()
  const [winner, setWinner] = useState(records[0]!.id)
  const [chosen, setChosen] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)
  useFocusRestore()
  const first = records.find(({ id }) => id === winner)!
  const ordered = [first, ...records.filter(({ id }) => id !== winner)]
  /** The record whose value a field gets if nothing else is chosen. */
  const sourceOf = (name: string) => chosen[name] ?? (ordered.find(({ fields }) => fields[name]) ?? first).id
  const differing = mergeFields[kind].filter(
    (name) => new Set(records.map(({ fields }) => fields[name]).filter(Boolean)).size > 1,
  )
  const labels = { ...contactLabels(), ...investorLabels() }
  const name = first.fields.name!
  async function merge() {
    setBusy(true)
    const loser_ids = ordered.slice(1).map(({ id }) => id)
    const fields = Object.fromEntries(differing.map((field) => [field, sourceOf(field)]))
    try {
      const { id } = await call(merges.create, { body: { kind, winner_id: winner, loser_ids, fields } })
      const undo = () =>
        call(merges.undo, { params: { id } }).then(
          () => client.invalidateQueries(),
          (error) => notifyError(error, t('The merge could not be undone')),
        )
      notify({ title: t('{name} was merged', { name }), undo })
      onClose()
      void client.invalidateQueries()
    } catch (error) {
      notifyError(error, t('{name} could not be merged', { name }))
      setBusy(false)
    }
  }
  const isOut = records.some(({ consent }) => consent === 'opted_out')
  return (
    <Modal opened onClose={onClose} title={t('Merge {name}', { name })} closeButtonProps={{ 'aria-label': t('Close') }}>
      <Stack gap={20}>
        <Radio.Group label={t('Record that stays')} value={winner} onChange={setWinner}>
          <Stack gap={8} pt={12}>
            {records.map(({ id, code, fields, phone_text, investments, notes, messages }) => (
              <Radio
                key={id}
                value={id}
                label={[fields.name, code ?? phone_text].filter(Boolean).join(' · ')}
                description={[
                  t.plural(investments, 'one investment', '{count} investments'),
                  t.plural(notes, 'one note', '{count} notes'),
                  t.plural(messages, 'one message', '{count} messages'),
                ].join(' · ')}
              />
            ))}
          </Stack>
        </Radio.Group>
        {differing.map((field) => (
          <Radio.Group
            key={field}
            label={labels[field]}
            value={sourceOf(field)}
            onChange={(id) => setChosen({ ...chosen, [field]: id })}
          >
            <Stack gap={8} pt={12}>
              {records
                .filter(({ fields }) => fields[field])
                .map((record) => (
                  <Radio key={record.id} value={record.id} label={shown(field, record)} />
                ))}
            </Stack>
          </Radio.Group>
        ))}
        <Text size={13} dimmed>
          {[
            t('Empty fields are filled from the other record.'),
            isOut && t('One of them opted out, so the merged contact is opted out.'),
            t(
              'Investments, notes, tags, groups and messages move to the record that stays. You can undo this for {days} days.',
              {
                days: undoDays,
              },
            ),
          ]
            .filter(Boolean)
            .join(' ')}
        </Text>
      </Stack>
      <DialogButtons sticky>
        <Button variant="default" onClick={onClose} disabled={busy}>
          {t('Cancel')}
        </Button>
        <Button loading={busy} onClick={merge}>
          {t('Merge')}
        </Button>
      </DialogButtons>
    </Modal>
  )
}

/** The value of a field, as lists and forms show it. */
function shown(field: string, { fields, phone_text }: MergeRecord): string {
  const value = fields[field]!
  if (field === 'phone') return phone_text ?? value
  if (field === 'country') return countryName(value, language())
  return field === 'language' ? languageName(value) : value
}
