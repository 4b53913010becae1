// The fields of a broadcast group: its name, its rules, who is picked by hand, WhatsApp groups, and who is left out.
import { Button, MultiSelect, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconClipboardText } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { BroadcastGroupDetail } from '../../contract/broadcast-groups.ts'
import { waGroups } from '../../contract/wa-groups.ts'
import { query } from '../api.ts'
import { ContactPicker, type PickedContact } from '../contacts/contact-picker.tsx'
import { t } from '../lib/text.ts'
import type { SaveForm } from '../ui/form.tsx'
import { searched } from '../ui/searched.ts'
import { Section } from '../ui/section.tsx'
import styles from './broadcast-group-fields.module.css'
import { type Draft, valuePathsIn } from './draft.ts'
import { SegmentFields } from './segment-fields.tsx'

const ContactPasteDialog = lazy(() => import('./contact-paste-dialog.tsx'))

interface BroadcastGroupFieldsProps {
  form: SaveForm<Draft>
  group: BroadcastGroupDetail | undefined
}

export function BroadcastGroupFields({ form, group }: BroadcastGroupFieldsProps) {
  const { field, values, setValue } = form
  const [pasted, setPasted] = useState<readonly PickedContact[]>([])
  const [isPasting, setPasting] = useState(false)
  const known = [...(group?.contacts ?? []), ...(group?.excluded ?? []), ...pasted]
  const errorOf = (path: string) => field(path as keyof Draft, t('The value')).error
  /** Of a rule's value: told by the check or by the server, of the whole or of a part of it. */
  const errorAt = (path: string) =>
    ['', '.amount', '.currency', '.0'].map((part) => errorOf(`${path}${part}`)).find(Boolean)
  const change = (next: Draft['segment']) => {
    // What is changed may be right now; the next check says.
    for (const path of values.segment ? valuePathsIn(values.segment) : [])
      for (const part of ['', '.amount', '.currency', '.0'])
        if (errorOf(`${path}${part}`)) form.setError(`${path}${part}` as keyof Draft, '')
    setValue('segment', next)
  }
  const segment = field('segment', t('Rules'))
  return (
    <div className={styles.fields}>
      <Section>
        <TextInput {...field('name', t('Name'))} required maxLength={200} autoFocus={!group} autoComplete="off" />
      </Section>
      <Section
        title={t('By rules')}
        text={t('Read anew each time a broadcast starts. Rules about an investor are all about the same one.')}
      >
        <SegmentFields segment={values.segment} onChange={change} errorAt={errorAt} />
        {segment.error && <p className={styles.error}>{segment.error}</p>}
      </Section>
      <Section title={t('By hand')} text={t('Always in it, whatever the rules say.')}>
        <div className={styles.stack}>
          <ContactPicker
            label={t('Contacts')}
            value={values.contact_ids}
            onChange={(ids: string[]) => setValue('contact_ids', ids)}
            known={known}
            error={field('contact_ids', t('Contacts')).error}
          />
          <div>
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<IconClipboardText size={14} aria-hidden />}
              onClick={() => setPasting(true)}
            >
              {t('Paste numbers or names')}
            </Button>
          </div>
          <WaGroupField form={form} known={group?.wa_groups ?? []} />
        </div>
      </Section>
      <Section title={t('Never')} text={t('Left out of this group, even if the rules find them.')}>
        <ContactPicker
          label={t('Excluded contacts')}
          value={values.exclude_contact_ids}
          onChange={(ids: string[]) => setValue('exclude_contact_ids', ids)}
          known={known}
          error={field('exclude_contact_ids', t('Excluded contacts')).error}
        />
      </Section>
      {isPasting && (
        <Suspense>
          <ContactPasteDialog
            onFound={(found) => {
              setPasted((before) => [...before, ...found])
              setValue('contact_ids', [...new Set([...form.values.contact_ids, ...found.map(({ id }) => id)])])
            }}
            onClose={() => setPasting(false)}
          />
        </Suspense>
      )}
    </div>
  )
}

function WaGroupField({ form, known }: { form: SaveForm<Draft>; known: readonly { id: string; name: string }[] }) {
  const [typed, setTyped] = useState('')
  const text = typed.trim()
  const [q] = useDebouncedValue(text, 200)
  const { data, isFetching } = useQuery({
    ...query(waGroups.imported, { query: { per_page: 50, ...(q && { name: q }) } }),
    placeholderData: keepPreviousData,
  })
  const [seen, setSeen] = useState<readonly { id: string; name: string }[]>([])
  const found = data?.groups ?? []
  const value = form.values.wa_group_ids
  const names = new Map([...known, ...seen, ...found].map(({ id, name }) => [id, name]))
  const optionOf = (id: string) => ({ value: id, label: names.get(id) ?? '…' })
  const options = found.map(({ id }) => optionOf(id))
  const isSearching = isFetching || q !== text
  return (
    <MultiSelect
      label={t('WA Groups')}
      description={t('One message to the whole group, from the session that is in it.')}
      error={form.field('wa_group_ids', t('WA Groups')).error}
      data={[...value.filter((id) => !found.some((each) => each.id === id)).map(optionOf), ...options]}
      value={value}
      onChange={(ids) => {
        setSeen(ids.map((id) => ({ id, name: names.get(id) ?? '…' })))
        form.setValue('wa_group_ids', ids)
      }}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('Clear') }}
      hidePickedOptions
      searchValue={typed}
      onSearchChange={setTyped}
      {...searched(options, text, isSearching)}
      placeholder={value.length > 0 ? undefined : t('Search imported groups')}
      nothingFoundMessage={isSearching ? t('Searching…') : t('No imported group is named like that')}
      maxDropdownHeight={280}
    />
  )
}
