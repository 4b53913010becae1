// The stages of an import after its file is read: preview, run, report.
import { Button, Progress } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Import, imports } from '../../contract/imports.ts'
import { call, query } from '../api.ts'
import { number, percent } from '../lib/format.ts'
import { t } from '../lib/text.ts'
import { notifyError } from '../ui/notices.tsx'
import styles from './import-fields.module.css'
import { ImportRowList } from './import-row-list.tsx'

export function ImportPreviewFields({ made, onAgain }: { made: Import; onAgain: () => void }) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const { create, update, error } = made.counts
  const kept = create + update

  async function start() {
    setBusy(true)
    try {
      const { queryKey } = query(imports.get, { params: { id: made.id } })
      client.setQueryData(queryKey, await call(imports.start, { params: { id: made.id } }))
    } catch (failure) {
      notifyError(failure, t('The import did not start'))
      setBusy(false)
    }
  }

  return (
    <div className={styles.stage}>
      <Mapping made={made} />
      <ImportRowList made={made} />
      <div className={styles.buttons}>
        <p className={styles.note}>
          {error > 0 &&
            t.plural(error, 'One row cannot be read and is left out.', '{count} rows cannot be read and are left out.')}
        </p>
        <Button variant="default" onClick={onAgain}>
          {t('Another file')}
        </Button>
        <Button onClick={start} loading={busy} disabled={kept === 0}>
          {t.plural(kept, 'Import one contact', 'Import {count} contacts')}
        </Button>
      </div>
    </div>
  )
}

export function ImportRunFields({ made, onClose }: { made: Import; onClose: () => void }) {
  const part = made.total ? made.done / made.total : 0
  return (
    <div className={styles.run}>
      <p className={styles.headline} role="status">
        {t('{done} of {total} rows', { done: number(made.done), total: number(made.total) })}
      </p>
      <Progress value={part * 100} size="lg" aria-label={t('Progress of the import')} />
      <p className={styles.note}>
        {percent(part, 1)} · {t('You may close this window: the import goes on, and its address brings you back.')}
      </p>
      <div className={styles.buttons}>
        <Button variant="default" onClick={onClose}>
          {t('Close')}
        </Button>
      </div>
    </div>
  )
}

export function ImportReportFields({
  made,
  onAgain,
  onClose,
}: {
  made: Import
  onAgain: () => void
  onClose: () => void
}) {
  const { create, update } = made.counts
  const { error, skip } = made.counts
  return (
    <div className={styles.stage}>
      <p className={styles.headline} role="status">
        {t('{file} is imported: {created} new, {updated} updated.', {
          file: made.file_name,
          created: number(create),
          updated: number(update),
        })}
      </p>
      <ImportRowList made={made} initial={error > 0 ? 'error' : skip > 0 ? 'skip' : undefined} />
      <div className={styles.buttons}>
        <Button variant="default" onClick={onAgain}>
          {t('Import another file')}
        </Button>
        <Button onClick={onClose}>{t('Show contacts')}</Button>
      </div>
    </div>
  )
}

/** Which column fills which field. */
function Mapping({ made }: { made: Import }) {
  return (
    <section aria-label={t('Columns')}>
      <h3 className={styles.heading}>{t('Columns of {file}', { file: made.file_name })}</h3>
      <ul className={styles.mapping}>
        {made.columns.map(({ header, field }, index) => (
          <li key={index} data-unused={!field || undefined}>
            <span>{header || t('(no header)')}</span>
            <span aria-hidden>→</span>
            <strong>{field ? fieldText(field) : t('not imported')}</strong>
          </li>
        ))}
      </ul>
    </section>
  )
}

function fieldText(field: NonNullable<Import['columns'][number]['field']>) {
  return {
    name: t('Name'),
    first_name: t('First name'),
    middle_name: t('Middle name'),
    last_name: t('Last name'),
    preferred_name: t('Preferred name'),
    phone: t('Phone'),
    email: t('E-mail'),
    company: t('Company'),
    job_title: t('Job title'),
    notes: t('Notes'),
  }[field]
}
