// Stages of an import after the preview: running, report and reverting.
import { Button, Progress } from '@mantine/core'
import { IconArrowBackUp, IconDownload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { type Import, imports } from '../../../contract/imports.ts'
import { call, query } from '../../api.ts'
import { download } from '../../download.ts'
import { number, percent } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { Stack, Text } from '../../platform/ui/box.tsx'
import { DialogButtons } from '../../platform/ui/dialog.tsx'
import { May } from '../../platform/ui/may.tsx'
import { notifyError } from '../../platform/ui/notices.tsx'
import { storeImport } from './follow.ts'
import styles from './import-fields.module.css'
import { ImportRowList } from './import-row-list.tsx'
import { NextStepPanel } from './next-step-panel.tsx'

const ConfirmDialog = lazy(() => import('../../platform/ui/confirm-dialog.tsx'))

export function ImportRunFields({ made, onClose }: { made: Import; onClose: () => void }) {
  const isBack = made.status === 'reverting'
  const total = isBack ? made.counts.create + made.counts.update : made.total
  const done = isBack ? made.reverted + made.not_reverted : made.done
  const counts = { done: number(done), total: number(total) }
  const part = total ? Math.min(done / total, 1) : 0
  return (
    <Stack gap={20} className={styles.run}>
      <Text size={16} weight={600} figures role="status">
        {isBack
          ? t.plural(total, '{done} of one row reverted', '{done} of {total} rows reverted', counts)
          : t.plural(total, '{done} of one row', '{done} of {total} rows', counts)}
      </Text>
      <Progress value={part * 100} size="lg" aria-label={t('Progress of the import')} />
      <Text size={13} dimmed className={styles.note}>
        {percent(part, 1)} ·{' '}
        {t('You can close this window. The import continues, and this page’s address brings you back.')}
      </Text>
      <DialogButtons start={!isBack && <StateButton made={made} to="cancel" />}>
        <Button variant="default" onClick={onClose}>
          {t('Close')}
        </Button>
      </DialogButtons>
    </Stack>
  )
}

/** Stops a running import, or continues with its remaining rows. */
function StateButton({ made, to }: { made: Import; to: 'cancel' | 'start' }) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  async function change() {
    setBusy(true)
    try {
      const next = await call(imports[to], { params: { id: made.id } })
      client.setQueryData(query(imports.get, { params: { id: made.id } }).queryKey, next)
    } catch (failure) {
      // It may have finished in the meantime.
      await client.invalidateQueries({ queryKey: query(imports.get, { params: { id: made.id } }).queryKey })
      notifyError(
        failure,
        to === 'cancel' ? t('The import could not be cancelled') : t('The import could not be continued'),
      )
      setBusy(false)
    }
  }
  return (
    <Button variant="default" loading={busy} onClick={change}>
      {to === 'cancel' ? t('Cancel import') : t('Continue import')}
    </Button>
  )
}

interface ImportReportFieldsProps {
  made: Import
  onAgain: () => void
  onClose: () => void
}

export function ImportReportFields({ made, onAgain, onClose }: ImportReportFieldsProps) {
  const { create, update, error, skip } = made.counts
  const isBack = made.status === 'reverted'
  const isCancelled = made.status === 'cancelled'
  const goesOn = !isBack && made.status !== 'failed' && !made.rows_removed && made.done > error
  return (
    <Stack gap={20} className={styles.stage}>
      <Text size={16} weight={600} figures role="status">
        {isBack
          ? t('{file}: reverted. Rows restored: {reverted}.', {
              file: made.file_name ?? t('Pasted cells'),
              reverted: number(made.reverted),
            })
          : isCancelled
            ? t.plural(
                made.total,
                '{file}: cancelled after {done} of one row.',
                '{file}: cancelled after {done} of {total} rows.',
                { file: made.file_name ?? t('Pasted cells'), done: number(made.done), total: number(made.total) },
              )
            : t('{file}: {created} new, {updated} updated.', {
                file: made.file_name ?? t('Pasted cells'),
                created: number(create),
                updated: number(update),
              })}
      </Text>
      {isBack && made.not_reverted > 0 && (
        <Text size={14} note fill="warning">
          {t.plural(
            made.not_reverted,
            'One row could not be reverted: see why.',
            '{count} rows could not be reverted: see why.',
            { count: number(made.not_reverted) },
          )}
        </Text>
      )}
      {goesOn && <NextStepPanel made={made} />}
      <ImportRowList
        made={made}
        initial={
          isBack
            ? made.not_reverted > 0
              ? 'not_reverted'
              : undefined
            : error > 0
              ? 'error'
              : skip > 0
                ? 'skip'
                : undefined
        }
      />
      <DialogButtons
        sticky
        start={
          !made.rows_removed && (
            <>
              {!isBack && made.done > 0 && create + update > 0 && <RevertButton made={made} />}
              {isCancelled && <StateButton made={made} to="start" />}
              {error > 0 && (
                <May permission="export">
                  <ErrorsButton made={made} />
                </May>
              )}
            </>
          )
        }
      >
        <Button variant="default" onClick={onAgain}>
          {t('Import another file')}
        </Button>
        <Button variant={goesOn ? 'default' : 'filled'} onClick={onClose}>
          {t('Close')}
        </Button>
      </DialogButtons>
    </Stack>
  )
}

function ErrorsButton({ made }: { made: Import }) {
  const [busy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    try {
      await download({ kind: 'import_errors', input: { import_id: made.id, format: 'xlsx' } })
    } catch (failure) {
      notifyError(failure, t('The file could not be created'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} loading={busy} onClick={save}>
      {t('Download rows in error')}
    </Button>
  )
}

export function RevertButton({ made }: { made: Import }) {
  const client = useQueryClient()
  const [isAsked, setAsked] = useState(false)
  async function revert() {
    try {
      const next = await call(imports.revert, { params: { id: made.id } })
      storeImport(client, next)
    } catch (failure) {
      notifyError(failure, t('The import could not be reverted'))
      setAsked(false)
    }
  }
  return (
    <>
      <Button variant="default" leftSection={<IconArrowBackUp size={16} aria-hidden />} onClick={() => setAsked(true)}>
        {t('Revert')}
      </Button>
      {isAsked && (
        <Suspense>
          <ConfirmDialog
            title={t('Revert this import?')}
            text={t(
              'Records it created are deleted, and fields it filled are emptied. Anything changed since then is kept and listed.',
            )}
            confirmLabel={t('Revert')}
            danger
            onConfirm={revert}
            onClose={() => setAsked(false)}
          />
        </Suspense>
      )}
    </>
  )
}
