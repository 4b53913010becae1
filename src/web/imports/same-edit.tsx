// Whether a row duplicates another one: the answer for this row alone.
import { NativeSelect } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type DuplicateRows, type Import, type ImportRow, imports } from '../../contract/imports.ts'
import { call, invalidate } from '../api.ts'
import { number } from '../lib/format.ts'
import { t } from '../lib/text.ts'
import { notifyError } from '../ui/notices.tsx'
import { sameChoices } from './words.ts'

export function SameEdit({ made, row }: { made: Import; row: ImportRow }) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  async function answer(same: DuplicateRows | null) {
    setBusy(true)
    try {
      await call(imports.changeRow, { params: { id: made.id, line: String(row.line) }, body: { same } })
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
      value={row.same ?? ''}
      data={[{ value: '', label: t('Same as for all rows') }, ...sameChoices()]}
      onChange={({ currentTarget: { value } }) => void answer((value || null) as DuplicateRows | null)}
    />
  )
}
