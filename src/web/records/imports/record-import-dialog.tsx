// Imports records: upload or paste, map columns, preview rows, start, follow progress, read the report. The URL holds the import's id.
import '../../platform/lib/import-messages.ts'
import { Alert, Button, Modal, Progress, SegmentedControl, Textarea } from '@mantine/core'
import { IconFileAlert } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type Import, type ImportKind, importMaxBytes, imports } from '../../../contract/imports.ts'
import { ApiError, call, query, upload } from '../../api.ts'
import { percent } from '../../platform/lib/format.ts'
import { sentenceOf } from '../../platform/lib/messages.ts'
import { t } from '../../platform/lib/text.ts'
import { Stack, Text } from '../../platform/ui/box.tsx'
import { useIsPhone } from '../../platform/ui/breakpoints.ts'
import { DialogButtons } from '../../platform/ui/dialog.tsx'
import { DropField } from '../../platform/ui/drop-field.tsx'
import { Empty, isMissing, Missing } from '../../platform/ui/empty.tsx'
import { useFocusRestore } from '../../platform/ui/focus-restore.ts'
import { SkeletonLines } from '../../platform/ui/skeleton-lines.tsx'
import { ifOnTop } from '../../platform/ui/top-dialog.ts'
import { EarlierImportList } from './earlier-import-list.tsx'
import { isBusy, useImport } from './follow.ts'
import { ImportReportFields, ImportRunFields, RevertButton } from './import-fields.tsx'
import { ImportPreviewFields } from './preview-fields.tsx'
import styles from './record-import-dialog.module.css'
import { titleText } from './titles.ts'

interface ImportDialogProps {
  kind: ImportKind
  /** `new` until the file is uploaded. */
  id: string
  onId: (id: string) => void
  onClose: () => void
}

export default function ImportDialog({ kind: opened, id, onId, onClose }: ImportDialogProps) {
  useFocusRestore()
  const [kind, setKind] = useState(opened)
  const made = useQuery({ ...query(imports.get, { params: { id } }), enabled: id !== 'new' }).data
  // The uploaded workbook: another sheet is read from the same file while this dialog is open.
  const [sent, setSent] = useState<UploadState>()
  const isPhone = useIsPhone()
  return (
    <Modal
      opened
      onClose={ifOnTop(onClose)}
      title={titleText(made?.kind ?? kind)}
      size="68rem"
      fullScreen={isPhone}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {id === 'new' ? (
        <Choose opened={opened} kind={kind} onKind={setKind} onId={onId} onSent={setSent} />
      ) : (
        <Course
          key={id}
          id={id}
          file={sent?.id === id ? sent.file : undefined}
          onSheet={(made, file) => {
            setSent({ id: made, file })
            onId(made)
          }}
          onAgain={() => onId('new')}
          onClose={onClose}
        />
      )}
    </Modal>
  )
}

interface UploadState {
  id: string
  file: File
}

interface ChooseProps {
  /** Records of the list that the dialog was opened from. */
  opened: ImportKind
  kind: ImportKind
  onKind: (kind: ImportKind) => void
  onId: (id: string) => void
  onSent: (sent: UploadState) => void
}

function Choose({ opened, kind, onKind, onId, onSent }: ChooseProps) {
  // Remains if sending fails.
  const [text, setText] = useState('')
  const { sending, failure, send, paste, stop } = useUpload({ kind, onId, onSent })
  return (
    <Stack gap={16}>
      {failure && (
        <Alert color="red" variant="light" icon={<IconFileAlert aria-hidden />} role="alert">
          {failure.text}
          {failure.again && (
            <Button size="xs" variant="default" className={styles.again} onClick={failure.again}>
              {t('Try again')}
            </Button>
          )}
        </Alert>
      )}
      {sending ? (
        <Sending {...sending} onStop={stop} />
      ) : (
        <>
          {opened === 'investments' && (
            <SegmentedControl
              aria-label={t('File content')}
              value={kind}
              onChange={(value) => onKind(value as ImportKind)}
              data={[
                { value: 'investments', label: t('Investments') },
                { value: 'transactions', label: t('Transactions') },
                { value: 'offerings', label: t('Offerings') },
              ]}
            />
          )}
          <Source kind={kind} text={text} onText={setText} onFile={send} onPaste={() => paste(text)} />
          <EarlierImportList kind={kind} onId={onId} />
        </>
      )}
    </Stack>
  )
}

/** Uploads a file or pasted cells: `sending` while it runs, `failure` once it has failed. */
function useUpload({ kind, onId, onSent }: Pick<ChooseProps, 'kind' | 'onId' | 'onSent'>) {
  const client = useQueryClient()
  const [sending, setSending] = useState<{ name: string; part: number }>()
  const [failure, setFailure] = useState<{ text: string; again?: () => void }>()
  const under = useRef<AbortController>(undefined)
  // Closing the dialog cancels the upload.
  useEffect(() => () => under.current?.abort(), [])

  async function work(name: string, job: (signal: AbortSignal) => Promise<Import>) {
    under.current = new AbortController()
    const { signal } = under.current
    setFailure(undefined)
    setSending({ name, part: 0 })
    try {
      const made = await job(signal)
      if (signal.aborted) return
      client.setQueryData(query(imports.get, { params: { id: made.id } }).queryKey, made)
      onId(made.id)
    } catch (error) {
      if (signal.aborted) return
      const isBroken = error instanceof ApiError && error.status === 0
      setFailure({
        text: error instanceof Error ? error.message : String(error),
        ...(isBroken && { again: () => void work(name, job) }),
      })
      setSending(undefined)
    }
  }
  const stop = () => {
    under.current?.abort()
    setSending(undefined)
  }
  const send = (file: File) => {
    const refusal = refusalOf(file)
    if (refusal) return setFailure({ text: refusal })
    void work(file.name, async (signal) => {
      const made = await upload(imports.upload, file, {
        query: { kind },
        signal,
        onProgress: (part) => setSending({ name: file.name, part }),
      })
      if (!signal.aborted) onSent({ id: made.id, file })
      return made
    })
  }
  const paste = (text: string) => {
    const name = t('Pasted cells')
    void work(name, async (signal) => {
      setSending({ name, part: 1 })
      return await call(imports.paste, { body: { kind, text } }, { signal })
    })
  }
  return { sending, failure, send, paste, stop }
}

function Sending({ name, part, onStop }: { name: string; part: number; onStop: () => void }) {
  return (
    <Stack gap={16} className={styles.sending} role="status">
      <p>{part < 1 ? t('Uploading {file}…', { file: name }) : t('Reading {file}…', { file: name })}</p>
      <Progress value={part * 100} aria-label={t('Sent')} animated />
      <DialogButtons
        start={
          <Text size={13} dimmed prose>
            {part < 1 ? percent(part, 1) : t('Large files take a moment.')}
          </Text>
        }
      >
        <Button variant="default" onClick={onStop}>
          {t('Stop')}
        </Button>
      </DialogButtons>
    </Stack>
  )
}

interface SourceProps {
  kind: ImportKind
  text: string
  onText: (text: string) => void
  onFile: (file: File) => void
  onPaste: () => void
}

function Source({ kind, text, onText, onFile, onPaste }: SourceProps) {
  return (
    <>
      <DropField
        title={t('Drop a file here, or choose one')}
        text={
          kind === 'contacts'
            ? t('Excel (XLSX), CSV or vCard, from a spreadsheet, a phone or an address book.')
            : t('Excel (XLSX) or CSV, with a header row and one row per record.')
        }
        accept=".xlsx,.csv,.tsv,.txt,.vcf,text/csv,text/vcard"
        onFile={onFile}
        isFirst
      />
      <Textarea
        label={t('Or paste cells')}
        description={t('Copy the rows in a spreadsheet, including the header row, and paste them here.')}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
        minRows={3}
        maxRows={10}
        autosize
        spellCheck={false}
      />
      <DialogButtons
        start={
          <Text size={13} dimmed prose>
            {explain(kind)}
          </Text>
        }
      >
        <Button onClick={onPaste} disabled={text.trim() === ''}>
          {t('Preview')}
        </Button>
      </DialogButtons>
    </>
  )
}

/** Checks limits before uploading, with the same message as the server's. */
function refusalOf({ size }: File): string | undefined {
  if (size > importMaxBytes)
    return t('The file is larger than 32 MB. Split it and import the parts one after the other.')
  if (size === 0) return t('The file is empty. Choose a file with a header row and one row per record.')
  return undefined
}

const explain = (kind: ImportKind) =>
  ({
    contacts: t('Nothing is saved until you confirm. If a number already exists, new data is added to its contact.'),
    investors: t(
      'Nothing is saved until you confirm. If an investor’s code or name already exists, new data is added to that investor.',
    ),
    investments: t(
      'Nothing is saved until you confirm. Rows with the same reference become one investment with several transactions.',
    ),
    transactions: t(
      'Nothing is saved until you confirm. Use a file in the format of Kabar’s transaction export; each row names its investment by reference.',
    ),
    offerings: t(
      'Nothing is saved until you confirm. If an offering of the same name already exists, its empty fields are filled.',
    ),
  })[kind]

interface CourseProps {
  id: string
  file: File | undefined
  onSheet: (id: string, file: File) => void
  onAgain: () => void
  onClose: () => void
}

function Course({ id, file, onSheet, onAgain, onClose }: CourseProps) {
  const { data, error, refetch } = useImport(id)
  const again = (
    <Button variant="default" onClick={onAgain}>
      {t('Choose another file')}
    </Button>
  )
  if (!data || isMissing(error)) {
    if (!error) return <SkeletonLines height={20} />
    return <Missing error={error} onRetry={refetch} icon={IconFileAlert} title={t('Import not found')} action={again} />
  }
  if (data.status === 'failed') {
    return (
      <Empty
        tone="bad"
        icon={IconFileAlert}
        title={t('{file} could not be imported', { file: data.file_name ?? t('Pasted cells') })}
        text={data.failure && sentenceOf(data.failure)}
        action={
          <>
            {data.done > 0 && !data.rows_removed && <RevertButton made={data} />} {again}
          </>
        }
      />
    )
  }
  if (data.status === 'reading') {
    return (
      <Stack gap={16} className={styles.sending} role="status">
        <p>{t('Reading {file}…', { file: data.file_name ?? t('Pasted cells') })}</p>
        <Progress value={100} animated aria-label={t('Reading')} />
      </Stack>
    )
  }
  if (data.status === 'ready')
    return <ImportPreviewFields made={data} file={file} onSheet={onSheet} onAgain={onAgain} />
  if (isBusy(data)) return <ImportRunFields made={data} onClose={onClose} />
  return <ImportReportFields made={data} onAgain={onAgain} onClose={onClose} />
}
