// Edits one row of a preview: its cells, labelled with the fields they fill.
import { Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type Import, type ImportRow, imports } from '../../../contract/imports.ts'
import { call, invalidate } from '../../api.ts'
import { number } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { Row, Stack, Text } from '../../platform/ui/box.tsx'
import { notifyError } from '../../platform/ui/notices.tsx'
import { ReasonShow } from './reason-show.tsx'
import styles from './row-edit.module.css'
import { useCustomTargets } from './use-custom-targets.ts'

export function RowEdit({ made, row, onClose }: { made: Import; row: ImportRow; onClose: () => void }) {
  const client = useQueryClient()
  const [cells, setCells] = useState(() => made.columns.map((_, index) => row.cells[index] ?? ''))
  const [busy, setBusy] = useState(false)
  const { fieldText } = useCustomTargets(made.kind)
  const mapped = made.columns.flatMap(({ field, header }, index) => (field ? [{ field, header, index }] : []))

  async function save(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    try {
      await call(imports.changeRow, { params: { id: made.id, line: String(row.line) }, body: { cells } })
      await invalidate(client, imports.get.path)
      onClose()
    } catch (failure) {
      notifyError(failure, t('The row could not be changed'))
      setBusy(false)
    }
  }

  return (
    <Stack as="form" gap={12} py={4} onSubmit={save} aria-label={t('Edit line {line}', { line: number(row.line) })}>
      {row.reasons.length > 0 && (
        <Text as="div" tone="bad">
          <ReasonShow reasons={row.reasons} />
        </Text>
      )}
      <div className={styles.cells}>
        {mapped.map(({ field, header, index }, at) => (
          <TextInput
            key={index}
            size="xs"
            label={fieldText(field)}
            description={header.toLowerCase() === fieldText(field).toLowerCase() ? undefined : header}
            value={cells[index]}
            onChange={(event) => {
              const text = event.currentTarget.value
              setCells((before) => before.map((cell, place) => (place === index ? text : cell)))
            }}
            autoComplete="off"
            autoFocus={at === 0}
          />
        ))}
      </div>
      <Row gap={8} justify="end">
        <Button size="xs" variant="default" onClick={onClose} disabled={busy}>
          {t('Cancel')}
        </Button>
        <Button size="xs" type="submit" loading={busy}>
          {t('Save row')}
        </Button>
      </Row>
    </Stack>
  )
}
