// Page that merges records: the user chooses the records, the one that stays, and the source of each differing field.
import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { type MergeKind, type MergeRecord, MergeStart, maxMerged, merges } from '../../../contract/merges.ts'
import { query } from '../../api.ts'
import { customName } from '../../platform/lib/custom-form.ts'
import { t } from '../../platform/lib/text.ts'
import { useSearch } from '../../platform/lib/use-search.ts'
import type { Wording } from '../../platform/lib/wording.ts'
import { Row, Text } from '../../platform/ui/box.tsx'
import { DialogButtons } from '../../platform/ui/dialog.tsx'
import { ErrorState } from '../../platform/ui/empty.tsx'
import { Page } from '../../platform/ui/page.tsx'
import { Section } from '../../platform/ui/section.tsx'
import { SkeletonLines } from '../../platform/ui/skeleton-lines.tsx'
import { ContactPicker } from '../contacts/contact-picker.tsx'
import { contactLabels } from '../contacts/labels.ts'
import { useCustomLabels } from '../custom-fields/custom-panel.tsx'
import { InvestorPicker } from '../investors/investor-picker.tsx'
import { investorLabels } from '../investors/labels.ts'
import { type MergeChoice, sourceOf } from './merge-choice.ts'
import styles from './merge-edit.module.css'
import { ResultShow, ValueFields, WinnerField } from './merge-fields.tsx'
import { useMergeSave } from './use-merge-save.ts'

export default function MergeEdit() {
  const [{ kind = 'contact', ids = [], from }, setSearch] = useSearch(MergeStart)
  const { data, error, refetch } = useQuery({
    ...query(merges.records, { query: { kind, ids } }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  })
  // Keeps the present records visible while another one loads.
  const custom = useCustomLabels(kind, { ...contactLabels(), ...investorLabels() }, String)
  const records = (data?.data ?? [])
    .filter(({ id }) => ids.includes(id))
    .map((record) => withTexts(record, custom.wording))
  const setIds = (next: string[]) => setSearch({ ids: next }, { replace: true })
  const back = from ?? `/duplicates?kind=${kind}`
  return (
    <Page
      title={kind === 'contact' ? t('Merge contacts') : t('Merge investors')}
      back={{ to: back, label: backLabel(back, records) }}
    >
      {error ? (
        <Section>
          <ErrorState error={error} onRetry={() => refetch()} />
        </Section>
      ) : ids.length > 0 && records.length === 0 ? (
        <Section>
          <SkeletonLines height={48} />
        </Section>
      ) : (
        <MergeForm kind={kind} records={records} labels={custom.labels} back={back} setIds={setIds} />
      )}
    </Page>
  )
}

/** Adds the values of custom fields, as texts, to the record's other fields. */
function withTexts(record: MergeRecord, wording: Wording): MergeRecord {
  const texts = Object.entries(record.custom).map(([key, value]) => [customName(key), wording(customName(key), value)])
  return { ...record, fields: { ...record.fields, ...Object.fromEntries(texts) } }
}

function backLabel(path: string, records: MergeRecord[]): string {
  const [, list, id] = /^\/(\w+)\/?([^?]*)/.exec(path) ?? []
  const name = id && records.find((record) => record.id === id)?.fields.name
  if (name) return name
  if (list === 'duplicates') return t('Duplicates')
  return list === 'investors' ? t('Investors') : t('Contacts')
}

interface MergeFormProps {
  kind: MergeKind
  records: MergeRecord[]
  labels: Record<string, string>
  back: string
  setIds: (ids: string[]) => void
}

function MergeForm({ kind, records, labels, back, setIds }: MergeFormProps) {
  const navigate = useNavigate()
  const [{ winner, fields }, setChoice] = useState<MergeChoice>({ winner: '', fields: {} })
  // If the chosen winner was taken out of the merge, the first record wins.
  const choice = { winner: (records.find(({ id }) => id === winner) ?? records[0])?.id ?? '', fields }
  const ids = records.map(({ id }) => id)
  const { busy, save } = useMergeSave(kind, () => navigate(back, { replace: true }))
  const refusal = refusalOf(records)
  return (
    <div className={styles.columns}>
      <div>
        <Section title={t('Records')} text={t('The others are merged into the record that stays.')}>
          {records.length > 0 && (
            <WinnerField
              records={records}
              value={choice.winner}
              onChange={(next) => setChoice({ winner: next, fields })}
              onRemove={(id) => setIds(ids.filter((other) => other !== id))}
            />
          )}
          {records.length < maxMerged ? (
            <Picker kind={kind} onAdd={(id) => !ids.includes(id) && setIds([...ids, id])} />
          ) : (
            <Text mt={16} size={13} dimmed>
              {t('At most {count} records can be merged at once.', { count: maxMerged })}
            </Text>
          )}
        </Section>
        {records.length > 1 && (
          <ValueFields
            kind={kind}
            records={records}
            labels={labels}
            choice={choice}
            onChange={(field, id) => setChoice({ ...choice, fields: { ...fields, [field]: id } })}
          />
        )}
      </div>
      <div className={styles.result}>
        {records.length > 0 && (
          <ResultShow kind={kind} records={records} labels={labels} choice={choice}>
            <DialogButtons start={refusal && <Text size={13}>{refusal}</Text>}>
              <Button component={Link} to={back} variant="default">
                {t('Cancel')}
              </Button>
              <Button
                loading={busy}
                disabled={refusal !== undefined}
                onClick={() => save(records, choice, (field) => sourceOf(records, choice, field).id)}
              >
                {t('Merge')}
              </Button>
            </DialogButtons>
          </ResultShow>
        )}
      </div>
    </div>
  )
}

/** Why the records cannot be merged; undefined if they can. */
function refusalOf(records: MergeRecord[]): string | undefined {
  if (records.length < 2) return t('Add another record to merge.')
  if (new Set(records.map(({ investor_kind }) => investor_kind)).size > 1)
    return t('An individual and an entity cannot be merged.')
  return undefined
}

function Picker({ kind, onAdd }: { kind: MergeKind; onAdd: (id: string) => void }) {
  const add = (id: string | null) => id && onAdd(id)
  return (
    <Row mt={16} className={styles.picker}>
      {kind === 'contact' ? (
        <ContactPicker label={t('Add contact')} value={null} onChange={add} />
      ) : (
        <InvestorPicker label={t('Add investor')} value={null} onChange={add} includeArchived />
      )}
    </Row>
  )
}
