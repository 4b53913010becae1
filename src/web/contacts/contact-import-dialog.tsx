// Importing contacts: choose a file, look at every row, start, watch, read the report. The address holds the import's id.
import { Alert, Button, Modal, Progress, Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconFileAlert } from '@tabler/icons-react'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type Import, imports } from '../../contract/imports.ts'
import { call, invalidate, query, upload } from '../api.ts'
import { percent } from '../lib/format.ts'
import { t } from '../lib/text.ts'
import { DropField } from '../ui/drop-field.tsx'
import { Empty, ErrorState } from '../ui/empty.tsx'
import { useFocusBack } from '../ui/last-focus.ts'
import styles from './contact-import-dialog.module.css'
import { ImportPreviewFields, ImportReportFields, ImportRunFields } from './import-fields.tsx'

interface ContactImportDialogProps {
  /** `new` until the file is there. */
  id: string
  onId: (id: string) => void
  onClose: () => void
}

const pollMs = 1_000

export default function ContactImportDialog({ id, onId, onClose }: ContactImportDialogProps) {
  useFocusBack()
  const isPhone = useMediaQuery('(max-width: 640px)', undefined, { getInitialValueInEffect: false })
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('Import contacts')}
      size="62rem"
      fullScreen={isPhone}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {id === 'new' ? (
        <Choose onId={onId} />
      ) : (
        <Course key={id} id={id} onAgain={() => onId('new')} onClose={onClose} />
      )}
    </Modal>
  )
}

function Choose({ onId }: { onId: (id: string) => void }) {
  const client = useQueryClient()
  const [sending, setSending] = useState<{ name: string; part: number }>()
  const [failure, setFailure] = useState<string>()

  async function send(file: File) {
    setFailure(undefined)
    setSending({ name: file.name, part: 0 })
    try {
      const made = await upload(imports.upload, file, { onProgress: (part) => setSending({ name: file.name, part }) })
      client.setQueryData(query(imports.get, { params: { id: made.id } }).queryKey, made)
      onId(made.id)
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
      setSending(undefined)
    }
  }

  return (
    <div className={styles.stage}>
      {failure && (
        <Alert color="red" variant="light" icon={<IconFileAlert aria-hidden />} role="alert" className={styles.failure}>
          {failure}
        </Alert>
      )}
      {sending ? (
        <div className={styles.sending} role="status">
          <p>{t('Sending {file}…', { file: sending.name })}</p>
          <Progress value={sending.part * 100} aria-label={t('Sent')} animated />
          <p className={styles.quiet}>{percent(sending.part, 1)}</p>
        </div>
      ) : (
        <DropField
          title={t('Drop a file here, or choose one')}
          text={t(
            'CSV with a header line, from a spreadsheet, an address book or another program. Nothing is kept before you have seen it.',
          )}
          accept=".csv,.tsv,.txt,text/csv"
          onFile={send}
        />
      )}
      <p className={styles.quiet}>
        {t(
          'Columns such as name, phone, e-mail and company are recognised. Local numbers are read by your organization’s country. A number that exists already updates its contact.',
        )}
      </p>
    </div>
  )
}

function Course({ id, onAgain, onClose }: { id: string; onAgain: () => void; onClose: () => void }) {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({
    ...query(imports.get, { params: { id } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (isBusy(state.data) ? pollMs : false),
  })
  const status = data?.status
  useEffect(() => {
    if (status === 'done') void invalidate(client, '/v1/contacts')
  }, [client, status])
  const latest = useRef(data)
  latest.current = data
  // Closed while it runs, it goes on: the list behind follows it to its end.
  useEffect(
    () => () => {
      if (latest.current?.status === 'running') void followed(client, id)
    },
    [client, id],
  )

  if (!data) return error ? <ErrorState error={error} onRetry={refetch} /> : <Skeleton height={320} />
  if (data.status === 'failed') {
    return (
      <Empty
        tone="bad"
        icon={IconFileAlert}
        title={t('{file} could not be imported', { file: data.file_name })}
        text={data.failure && t.told(data.failure)}
        action={
          <Button variant="default" onClick={onAgain}>
            {t('Choose another file')}
          </Button>
        }
      />
    )
  }
  if (data.status === 'reading') {
    return (
      <div className={styles.sending} role="status">
        <p>{t('Reading {file}…', { file: data.file_name })}</p>
        <Progress value={100} animated aria-label={t('Reading')} />
      </div>
    )
  }
  if (data.status === 'ready') return <ImportPreviewFields made={data} onAgain={onAgain} />
  if (data.status === 'running') return <ImportRunFields made={data} onClose={onClose} />
  return <ImportReportFields made={data} onAgain={onAgain} onClose={onClose} />
}

async function followed(client: QueryClient, id: string) {
  let made: Import | undefined
  do {
    await new Promise((resolve) => setTimeout(resolve, pollMs))
    made = await call(imports.get, { params: { id } }).catch(() => undefined)
  } while (isBusy(made))
  await invalidate(client, '/v1/contacts')
}

const isBusy = (made: Import | undefined) => made?.status === 'reading' || made?.status === 'running'
