// Imports exchange rates from pasted cells or a file: shows a preview of every line before saving.
import { Alert, Button, Modal, SegmentedControl, Textarea } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconFileAlert } from '@tabler/icons-react'
import { useState } from 'react'
import { exchangeRates, type NumberStyle, type RateImport } from '../../contract/currencies.ts'
import { call } from '../api.ts'
import { number } from '../lib/format.ts'
import { t } from '../lib/text.ts'
import { DropField } from '../ui/drop-field.tsx'
import { useFocusRestore } from '../ui/focus-restore.ts'
import { notify } from '../ui/notices.tsx'
import styles from './rate-import-dialog.module.css'
import { RatePreviewShow } from './rate-preview-show.tsx'
import { useRefreshMoney } from './use-currency-changes.ts'

const maxBytes = 2_000_000

export default function RateImportDialog({ onClose }: { onClose: () => void }) {
  const refresh = useRefreshMoney()
  const isPhone = useMediaQuery('(max-width: 640px)', undefined, { getInitialValueInEffect: false })
  const [text, setText] = useState('')
  const [preview, setPreview] = useState<RateImport>()
  const [style, setStyle] = useState<NumberStyle>()
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  useFocusRestore()

  async function work(job: () => Promise<void>) {
    setBusy(true)
    setFailure(undefined)
    try {
      await job()
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }

  const look = (content: string, number_style?: NumberStyle) =>
    work(async () => {
      setText(content)
      setStyle(number_style)
      setPreview(await call(exchangeRates.previewImport, { body: bodyOf(content, number_style) }))
    })
  const read = (file: File) =>
    work(async () => {
      if (file.size > maxBytes) throw new Error(t('The file is too large. Split it into parts of at most 2 MB.'))
      await look(await file.text())
    })
  const keep = () =>
    work(async () => {
      const done = await call(exchangeRates.import, { body: bodyOf(text, style) })
      void refresh()
      notify({
        title: t.plural(done.create + done.update, '{count} rate kept', '{count} rates saved'),
        text:
          done.error > 0 ? t.plural(done.error, '{count} line was skipped.', '{count} lines were skipped.') : undefined,
      })
      onClose()
    })
  const changes = preview ? preview.create + preview.update : 0
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('Import rates')}
      size="50rem"
      fullScreen={isPhone}
      closeOnClickOutside={text === ''}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <div className={styles.stage}>
        {failure && (
          <Alert
            color="red"
            variant="light"
            icon={<IconFileAlert aria-hidden />}
            role="alert"
            className={styles.failure}
          >
            {failure}
          </Alert>
        )}
        {!preview ? (
          <>
            <Textarea
              label={t('Paste cells or lines')}
              description={t(
                'Four columns: day (2026-01-10), from, to, rate. One USD is 16,400.50 IDR in the example.',
              )}
              placeholder={'day;from;to;rate\n2026-01-10;USD;IDR;16,400.50'}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              minRows={6}
              maxRows={12}
              autosize
              spellCheck={false}
              data-autofocus
            />
            <DropField
              title={t('Or drop a CSV file here, or choose one')}
              text={t('Nothing is saved until you confirm.')}
              accept=".csv,.tsv,.txt,text/csv"
              onFile={read}
            />
            <div className={styles.buttons}>
              <Button loading={busy} disabled={text.trim() === ''} onClick={() => look(text)}>
                {t('Preview')}
              </Button>
            </div>
          </>
        ) : (
          <>
            <div className={styles.style}>
              <span id="number-style">{t('Number format')}</span>
              <SegmentedControl
                aria-labelledby="number-style"
                value={preview.number_style ?? ''}
                onChange={(value) => look(text, value as NumberStyle)}
                data={[
                  { value: 'point', label: '16,400.50' },
                  { value: 'comma', label: '16.400,50' },
                ]}
              />
              {!preview.number_style && (
                <strong className={styles.choose}>{t('The numbers are ambiguous: choose a format.')}</strong>
              )}
            </div>
            <RatePreviewShow preview={preview} />
            <div className={styles.buttons}>
              <Button variant="default" disabled={busy} onClick={() => setPreview(undefined)}>
                {t('Back')}
              </Button>
              <Button loading={busy} disabled={!preview.number_style || changes === 0} onClick={keep}>
                {changes === 0
                  ? t('Nothing to save')
                  : t.plural(changes, 'Keep {count} rate', 'Save {count} rates', { count: number(changes) })}
              </Button>
            </div>
          </>
        )}
      </div>
    </Modal>
  )
}

const bodyOf = (text: string, number_style?: NumberStyle) => ({ text, ...(number_style && { number_style }) })
