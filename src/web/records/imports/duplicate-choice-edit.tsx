// Whether a row duplicates another one: the choice for this row alone.
import { NativeSelect } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type DuplicateChoice, type Import, type ImportRow, imports } from '../../../contract/imports.ts'
import { call, invalidate } from '../../api.ts'
import { number } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { notifyError } from '../../platform/ui/notices.tsx'
import { duplicateChoices } from './words.ts'

export function DuplicateChoiceEdit({ made, row }: { made: Import; row: ImportRow }) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  async function choose(duplicate_choice: DuplicateChoice | null) {
    setBusy(true)
    try {
      await call(imports.changeRow, { params: { id: made.id, line: String(row.line) }, body: { duplicate_choice } })
      await invalidate(client, imports.get.path)
    } catch (failure) {
      notifyError(failure, t('The choice could not be saved'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <NativeSelect
      size="xs"
      mt="0.25rem"
      aria-label={t('Line {line}: keep both or merge', { line: number(row.line) })}
      disabled={busy}
      value={row.duplicate_choice ?? ''}
      data={[{ value: '', label: t('Same as for all rows') }, ...duplicateChoices()]}
      onChange={({ currentTarget: { value } }) => void choose((value || null) as DuplicateChoice | null)}
    />
  )
}
