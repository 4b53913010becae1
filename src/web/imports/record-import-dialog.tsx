// Imports records: upload or paste, map columns, preview rows, start, follow progress, read the report. The URL holds the import's id.
import { Alert, Button, Modal, Progress, SegmentedControl, Textarea } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconFileAlert } from '@tabler/icons-react'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type Import, type ImportKind, importMaxBytes, imports } from '../../contract/imports.ts'
import { ApiError, call, invalidate, query, upload } from '../api.ts'
import { percent } from '../lib/format.ts'
import { t } from '../lib/text.ts'
import { DropField } from '../ui/drop-field.tsx'
import { Empty, isMissing, Missing } from '../ui/empty.tsx'
import { useFocusRestore } from '../ui/focus-restore.ts'
import { SkeletonLines } from '../ui/skeleton-lines.tsx'
import { EarlierImportList } from './earlier-import-list.tsx'
import { ImportReportFields, ImportRunFields, RevertButton } from './import-fields.tsx'
import { ImportPreviewFields } from './preview-fields.tsx'
import styles from './record-import-dialog.module.css'
import { titleText } from './words.ts'

interface ImportDialogProps {
  kind: ImportKind
  /** `new` until the file is uploaded. */
  id: string
  onId: (id: string) => void
  onClose: () => void
}

const pollMs = 1_000

export default function ImportDialog({ kind, id, onId, onClose }: ImportDialogProps) {
  useFocusRestore()
  // The uploaded workbook: another sheet is read from the same file while this dialog is open.
  const [sent, setSent] = useState<UploadState>()
  const isPhone = useMediaQuery('(max-width: 640px)', undefined, { getInitialValueInEffect: false })
  return (
    <Modal
      opened
      onClose={onClose}
      title={titleText(kind)}
      size="68rem"
      fullScreen={isPhone}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {id === 'new' ? (
        <Choose kind={kind} onId={onId} onSent={setSent} />
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
  kind: ImportKind
  onId: (id: string) => void
  onSent: (sent: UploadState) => void
}

function Choose({ kind: opened, onId, onSent }: ChooseProps) {
  const [kind, setKind] = useState(opened)
  const client = useQueryClient()
  const [sending, setSending] = useState<{ name: string; part: number }>()
  const [failure, setFailure] = useState<{ text: string; again?: () => void }>()
  const [text, setText] = useState('')
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
  const paste = () => {
    const name = t('Pasted cells')
    void work(name, async (signal) => {
      setSending({ name, part: 1 })
      return await call(imports.paste, { body: { kind, text } }, { signal })
    })
  }

  return (
    <div className={styles.stage}>
      {failure && (
        <Alert color="red" variant="light" icon={<IconFileAlert aria-hidden />} role="alert" className={styles.failure}>
          {failure.text}
          {failure.again && (
            <Button size="xs" variant="default" className={styles.again} onClick={failure.again}>
              {t('Try again')}
            </Button>
          )}
        </Alert>
      )}
      {sending ? (
        <div className={styles.sending} role="status">
          <p>
            {sending.part < 1
              ? t('Uploading {file}…', { file: sending.name })
              : t('Reading {file}…', { file: sending.name })}
          </p>
          <Progress value={sending.part * 100} aria-label={t('Sent')} animated />
          <div className={styles.buttons}>
            <p className={styles.quiet}>
              {sending.part < 1 ? percent(sending.part, 1) : t('Large files take a moment.')}
            </p>
            <Button variant="default" onClick={stop}>
              {t('Stop')}
            </Button>
          </div>
        </div>
      ) : (
        <>
          {opened === 'investments' && (
            <SegmentedControl
              aria-label={t('File content')}
              value={kind}
              onChange={(value) => setKind(value as ImportKind)}
              data={[
                { value: 'investments', label: t('Investments') },
                { value: 'transactions', label: t('Transactions') },
              ]}
            />
          )}
          <DropField
            title={t('Drop a file here, or choose one')}
            text={
              kind === 'contacts'
                ? t('Excel (XLSX), CSV or vCard, from a spreadsheet, a phone or an address book.')
                : t('Excel (XLSX) or CSV, with a header row and one row per record.')
            }
            accept=".xlsx,.csv,.tsv,.txt,.vcf,text/csv,text/vcard"
            onFile={send}
          />
          <Textarea
            label={t('Or paste cells')}
            description={t('Copy the rows in a spreadsheet, including the header row, and paste them here.')}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            minRows={3}
            maxRows={10}
            autosize
            spellCheck={false}
          />
          <div className={styles.buttons}>
            <p className={styles.quiet}>{explain(kind)}</p>
            <Button onClick={paste} disabled={text.trim() === ''}>
              {t('Preview')}
            </Button>
          </div>
          <EarlierImportList kind={kind} onId={onId} />
        </>
      )}
    </div>
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
  })[kind]

interface CourseProps {
  id: string
  file: File | undefined
  onSheet: (id: string, file: File) => void
  onAgain: () => void
  onClose: () => void
}

function Course({ id, file, onSheet, onAgain, onClose }: CourseProps) {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({
    ...query(imports.get, { params: { id } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (isBusy(state.data) ? pollMs : false),
  })
  const status = data?.status
  useEffect(() => {
    if (status === 'done' || status === 'cancelled' || status === 'reverted') void refresh(client)
  }, [client, status])
  const latest = useRef(data)
  latest.current = data
  // A running import continues after the dialog is closed; the list behind it shows the progress.
  useEffect(
    () => () => {
      if (isBusy(latest.current)) void followed(client, id)
    },
    [client, id],
  )

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
        title={t('{file} could not be imported', { file: t.told(data.file_name) })}
        text={data.failure && t.told(data.failure)}
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
      <div className={styles.sending} role="status">
        <p>{t('Reading {file}…', { file: t.told(data.file_name) })}</p>
        <Progress value={100} animated aria-label={t('Reading')} />
      </div>
    )
  }
  if (data.status === 'ready')
    return <ImportPreviewFields made={data} file={file} onSheet={onSheet} onAgain={onAgain} />
  if (isBusy(data)) return <ImportRunFields made={data} onClose={onClose} />
  return <ImportReportFields made={data} onAgain={onAgain} onClose={onClose} />
}

async function followed(client: QueryClient, id: string) {
  let made: Import | undefined
  do {
    await new Promise((resolve) => setTimeout(resolve, pollMs))
    made = await call(imports.get, { params: { id } }).catch(() => undefined)
  } while (isBusy(made))
  await refresh(client)
}

async function refresh(client: QueryClient) {
  for (const path of ['/v1/contacts', '/v1/investors', '/v1/investments', '/v1/offerings'])
    await invalidate(client, path)
}

const isBusy = (made: Import | undefined) =>
  made?.status === 'reading' || made?.status === 'running' || made?.status === 'reverting'
