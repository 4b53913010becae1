// Imports exchange rates from pasted cells or a file: shows a preview of every line before saving.
import '../../platform/lib/import-messages.ts'
import { Alert, Button, Modal, SegmentedControl, Textarea } from '@mantine/core'
import { IconFileAlert } from '@tabler/icons-react'
import { useState } from 'react'
import { exchangeRates, type NumberStyle, type RateImport } from '../../../contract/currencies.ts'
import { call } from '../../api.ts'
import { number } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { Row, Stack, Text } from '../../platform/ui/box.tsx'
import { useIsPhone } from '../../platform/ui/breakpoints.ts'
import { DropField } from '../../platform/ui/drop-field.tsx'
import { useFocusRestore } from '../../platform/ui/focus-restore.ts'
import { notify } from '../../platform/ui/notices.tsx'
import styles from './rate-import-dialog.module.css'
import { RatePreviewShow } from './rate-preview-show.tsx'
import { useRefreshMoney } from './use-currency-changes.ts'

const maxBytes = 2_000_000

export default function RateImportDialog({ onClose }: { onClose: () => void }) {
  const isPhone = useIsPhone()
  const steps = useSteps(onClose)
  useFocusRestore()
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('Import rates')}
      size="50rem"
      fullScreen={isPhone}
      closeOnClickOutside={steps.text === ''}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <Stack gap={16} className={styles.stage}>
        {steps.failure && (
          <Alert color="red" variant="light" icon={<IconFileAlert aria-hidden />} role="alert">
            {steps.failure}
          </Alert>
        )}
        {steps.preview ? <PreviewStep steps={steps} preview={steps.preview} /> : <PasteStep steps={steps} />}
      </Stack>
    </Modal>
  )
}

type Steps = ReturnType<typeof useSteps>

/** The steps of the dialog: enter the text, check the preview, save. */
function useSteps(onClose: () => void) {
  const refresh = useRefreshMoney()
  const [text, setText] = useState('')
  const [preview, setPreview] = useState<RateImport>()
  const [style, setStyle] = useState<NumberStyle>()
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)

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
  return { text, setText, preview, back: () => setPreview(undefined), failure, busy, look, read, keep }
}

function PasteStep({ steps: { text, setText, busy, look, read } }: { steps: Steps }) {
  return (
    <>
      <Textarea
        label={t('Paste cells or lines')}
        description={t('Four columns: day (2026-01-10), from, to, rate. One USD is 16,400.50 IDR in the example.')}
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
      <Row gap={8} justify="end" wrap>
        <Button loading={busy} disabled={text.trim() === ''} onClick={() => look(text)}>
          {t('Preview')}
        </Button>
      </Row>
    </>
  )
}

function PreviewStep({ steps: { text, busy, look, keep, back }, preview }: { steps: Steps; preview: RateImport }) {
  const changes = preview.create + preview.update
  return (
    <>
      <Row gap={12} rowGap={8} wrap>
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
          <Text as="strong" weight={600} tone="warning">
            {t('The numbers are ambiguous: choose a format.')}
          </Text>
        )}
      </Row>
      <RatePreviewShow preview={preview} />
      <Row gap={8} justify="end" wrap>
        <Button variant="default" disabled={busy} onClick={back}>
          {t('Back')}
        </Button>
        <Button loading={busy} disabled={!preview.number_style || changes === 0} onClick={keep}>
          {changes === 0
            ? t('Nothing to save')
            : t.plural(changes, 'Keep {count} rate', 'Save {count} rates', { count: number(changes) })}
        </Button>
      </Row>
    </>
  )
}

const bodyOf = (text: string, number_style?: NumberStyle) => ({ text, ...(number_style && { number_style }) })
