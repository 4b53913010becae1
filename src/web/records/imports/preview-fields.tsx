// The preview of an import: columns, options, and the action for each row.
import { Button, NativeSelect } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Import, type ImportChange, type ImportField, imports } from '../../../contract/imports.ts'
import { call, invalidate, query, upload } from '../../api.ts'
import { number } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { Stack, Text } from '../../platform/ui/box.tsx'
import { DialogButtons } from '../../platform/ui/dialog.tsx'
import { notifyError } from '../../platform/ui/notices.tsx'
import { storeImport } from './follow.ts'
import styles from './import-fields.module.css'
import { ImportRowList } from './import-row-list.tsx'
import { MappingFields } from './mapping-fields.tsx'
import { OptionFields } from './option-fields.tsx'
import { fieldText, needs, startText } from './words.ts'

interface ImportPreviewFieldsProps {
  made: Import
  /** The uploaded file, until the dialog closes. */
  file: File | undefined
  /** Choosing another sheet creates another import. */
  onSheet: (id: string, file: File) => void
  onAgain: () => void
}

export function ImportPreviewFields({ made, file, onSheet, onAgain }: ImportPreviewFieldsProps) {
  const client = useQueryClient()
  const [busy, setBusy] = useState<'start' | 'change' | 'sheet'>()
  const { create, update, error } = made.counts
  const { warnings } = made
  const importing = create + update
  const { kind } = made
  // Opens the rows that the user has to check first: errors, then warnings.
  const first = error > 0 ? 'error' : warnings > 0 ? 'warning' : undefined
  const needed: readonly ImportField[] = needs[kind]
  const isMapped = made.columns.some(({ field }) => field && needed.includes(field))

  const isBlocked = importing === 0 || made.over_quota !== null || made.needed_choices.length > 0

  async function work(what: 'start' | 'change', title: string, job: () => Promise<Import>) {
    setBusy(what)
    try {
      const next = await job()
      if (what === 'start') storeImport(client, next)
      else client.setQueryData(query(imports.get, { params: { id: made.id } }).queryKey, next)
      if (what === 'change') await invalidate(client, imports.rows.path)
    } catch (failure) {
      notifyError(failure, title)
    } finally {
      setBusy(undefined)
    }
  }
  const params = { id: made.id }
  const change = (body: ImportChange) =>
    work('change', t('The preview could not be updated'), () => call(imports.change, { params, body }))
  const readSheet = async (sheet: string) => {
    setBusy('sheet')
    try {
      const next = await upload(imports.upload, file!, { query: { kind, sheet } })
      client.setQueryData(query(imports.get, { params: { id: next.id } }).queryKey, next)
      onSheet(next.id, file!)
    } catch (failure) {
      notifyError(failure, t('This sheet could not be read'))
      setBusy(undefined)
    }
  }
  const start = () => work('start', t('The import did not start'), () => call(imports.start, { params }))

  return (
    <Stack gap={20} className={styles.stage}>
      {made.sheets.length > 1 && (
        <NativeSelect
          maw="20rem"
          label={t('Sheet')}
          description={file ? undefined : t('To read another sheet, choose the file again.')}
          disabled={busy !== undefined || !file}
          // After the user has chosen another sheet.
          autoFocus={file !== undefined && made.sheet !== made.sheets[0]}
          value={made.sheet ?? ''}
          data={made.sheets}
          onChange={({ currentTarget: { value } }) => void readSheet(value)}
        />
      )}
      <MappingFields made={made} disabled={busy !== undefined} onChange={(fields) => change({ fields })} />
      <OptionFields made={made} disabled={busy !== undefined} onChange={change} />
      {made.total === 0 ? (
        <Text size={14} note fill="warning" role="alert">
          {t('The file has a header but no rows. Add rows, then choose the file again.')}
        </Text>
      ) : isMapped ? (
        <ImportRowList
          key={first ?? 'all'}
          made={made}
          initial={first}
          isStale={busy === 'change' || busy === 'sheet'}
          isEditable
        />
      ) : (
        <Text size={14} note fill="warning" role="alert">
          {t('Choose the column for: {fields}.', {
            fields: needs[kind].map((field) => fieldText(field, kind)).join(' / '),
          })}
        </Text>
      )}
      {made.over_quota && (
        <Text size={14} note fill="warning" role="alert">
          {t.plural(
            made.over_quota.used,
            'Your organization has one of {limit} records, so these rows do not fit. Import fewer rows, or ask your administrator for a higher limit.',
            'Your organization has {used} of {limit} records, so these rows do not fit. Import fewer rows, or ask your administrator for a higher limit.',
            { used: number(made.over_quota.used), limit: number(made.over_quota.limit) },
          )}
        </Text>
      )}
      <DialogButtons
        sticky
        start={
          <Text size={13} dimmed role="status">
            {error > 0 &&
              t.plural(
                error,
                'One row cannot be read and is skipped.',
                '{count} rows cannot be read and are skipped.',
              )}{' '}
            {warnings > 0 && t.plural(warnings, 'Check one unusual number.', 'Check {count} unusual numbers.')}
          </Text>
        }
      >
        <Button variant="default" onClick={onAgain} disabled={busy !== undefined}>
          {t('Another file')}
        </Button>
        <Button
          onClick={start}
          loading={busy === 'start'}
          disabled={isBlocked || (busy !== undefined && busy !== 'start')}
        >
          {startText(kind, importing)}
        </Button>
      </DialogButtons>
    </Stack>
  )
}
