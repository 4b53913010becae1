// File of a message: drop or choose, upload with progress, remove.
import { ActionIcon, Input, Progress } from '@mantine/core'
import { IconPaperclip, IconRefresh, IconX } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type ComponentProps,
  type DragEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { type MediaFile, type MediaKind, maxMediaBytes, media } from '../../../contract/media.ts'
import { ApiError, query, upload } from '../../api.ts'
import { fileSize, percent } from '../../platform/lib/format.ts'
import { sentenceOf } from '../../platform/lib/messages.ts'
import { t } from '../../platform/lib/text.ts'
import { Row, Stack, Text } from '../../platform/ui/box.tsx'
import { MediaIcon, usePicture } from './media-panel.tsx'
import styles from './media-picker.module.css'

interface MediaPickerProps {
  value: string | null
  onChange: (id: string | null) => void
  description?: ReactNode
  error?: ReactNode
  /** True while uploading: a message saved now would lack the file. */
  busy: RefObject<boolean>
  /** Shows only a button, as in a toolbar, until a file is chosen. */
  isButton?: boolean
}

const kinds: Record<string, MediaKind> = {
  'image/jpeg': 'image',
  'image/png': 'image',
  'video/mp4': 'video',
  'application/pdf': 'document',
}

/** The file by id; null if there is none, undefined while loading. */
export function useMedia(id: string | null): MediaFile | null | undefined {
  const { data } = useQuery({
    ...query(media.get, { params: { id: id ?? '' } }),
    enabled: id !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return id === null ? null : data
}

/** Thrown by a form that is saved during an upload. */
export function stillSending() {
  const message = t('Wait until the upload finishes, or cancel it.')
  return Object.assign(new Error(message), { fields: [{ path: 'media_id', message }] })
}

export function MediaPicker({ value, onChange, description, error, busy, isButton = false }: MediaPickerProps) {
  const client = useQueryClient()
  const id = useId()
  const [sending, setSending] = useState<{ name: string; part: number }>()
  const [failure, setFailure] = useState<string>()
  const under = useRef<AbortController>(null)
  useEffect(() => () => under.current?.abort(), [])
  busy.current = sending !== undefined
  const file = useMedia(value)

  async function send(chosen: File) {
    const wrong = wrongWith(chosen)
    setFailure(wrong)
    if (wrong) return
    const stop = new AbortController()
    under.current = stop
    setSending({ name: chosen.name, part: 0 })
    try {
      const uploaded = await upload(media.upload, chosen, {
        onProgress: (part) => setSending({ name: chosen.name, part }),
        signal: stop.signal,
      })
      client.setQueryData(query(media.get, { params: { id: uploaded.id } }).queryKey, uploaded)
      onChange(uploaded.id)
    } catch (reason) {
      if (stop.signal.aborted) return
      const field = reason instanceof ApiError ? reason.fields[0] : undefined
      setFailure(field ? sentenceOf(field, field.message) : reason instanceof Error ? reason.message : String(reason))
    } finally {
      setSending(undefined)
    }
  }

  return (
    <Input.Wrapper
      id={id}
      label={isButton ? undefined : t('File')}
      labelElement="div"
      data-open={isButton && (sending !== undefined || value !== null || failure !== undefined) ? true : undefined}
      description={description}
      error={failure ?? error}
      inputWrapperOrder={['label', 'description', 'input', 'error']}
    >
      {sending ? (
        <Row gap={12} py={8} px={12} className={styles.box} role="status">
          <Stack gap={2} grow>
            <Text as="span" size={14} weight={500} breakWords>
              {t('Uploading {file}…', { file: sending.name })}
            </Text>
            <Progress value={sending.part * 100} aria-label={t('Sent')} animated />
            <Text as="span" size={12} dimmed>
              {percent(sending.part, 1)}
            </Text>
          </Stack>
          <Remove label={t('Stop')} onClick={() => under.current?.abort()} />
        </Row>
      ) : value !== null ? (
        <Kept file={file} onFile={send}>
          <Remove
            label={t('Remove the file')}
            onClick={() => {
              setFailure(undefined)
              onChange(null)
            }}
          />
        </Kept>
      ) : isButton ? (
        <ButtonPlace id={id} isWrong={Boolean(failure ?? error)} onFile={send} />
      ) : (
        <Place id={id} isWrong={Boolean(failure ?? error)} onFile={send} />
      )}
    </Input.Wrapper>
  )
}

/** Checks before uploading; the server checks the content. */
function wrongWith({ type, size }: File): string | undefined {
  const kind = kinds[type]
  if (!kind) return t('Messages can contain JPEG and PNG images, PDF documents and MP4 videos.')
  if (size === 0) return t('This file is empty.')
  if (size <= maxMediaBytes[kind]) return undefined
  return kind === 'document' ? t('Documents can be at most 100 MB.') : t('Images and videos can be at most 16 MB.')
}

function Thumbnail({ file }: { file: MediaFile }) {
  const url = usePicture(file)
  return (
    <span className={styles.thumbnail}>
      {url ? <img src={url} alt="" /> : <MediaIcon kind={file.kind} size={24} />}
    </span>
  )
}

function Remove({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <ActionIcon variant="subtle" color="gray" size={36} aria-label={label} title={label} onClick={onClick}>
      <IconX size={18} aria-hidden />
    </ActionIcon>
  )
}

/** The chosen file; dropping another one replaces it. */
function Kept({
  file,
  onFile,
  children,
}: {
  file: MediaFile | null | undefined
  onFile: (file: File) => void
  children: ReactNode
}) {
  const drop = useDrop(onFile)
  const input = useRef<HTMLInputElement>(null)
  const label = t('Choose another file')
  return (
    <Row gap={12} py={8} px={12} className={styles.box} {...drop}>
      {file && <Thumbnail file={file} />}
      <Stack gap={2} grow>
        <Text as="span" size={14} weight={500} breakWords>
          {file?.name ?? '…'}
        </Text>
        <Text as="span" size={12} dimmed>
          {file && fileSize(file.size)}
        </Text>
      </Stack>
      <FileInput ref={input} onFile={onFile} hidden />
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={label}
        title={label}
        onClick={() => input.current?.click()}
      >
        <IconRefresh size={18} aria-hidden />
      </ActionIcon>
      {children}
    </Row>
  )
}

function Place({ id, isWrong, onFile }: { id: string; isWrong: boolean; onFile: (file: File) => void }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the input is in it
    <label className={styles.place} {...useDrop(onFile)}>
      <FileInput
        id={id}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-error` : undefined}
        onFile={onFile}
      />
      <IconPaperclip size={20} stroke={1.5} aria-hidden />
      <Stack as="span" gap={2} grow>
        <Text as="span" size={14} weight={500} breakWords>
          {t('Add an image, PDF or video')}
        </Text>
        <Text as="span" size={12} dimmed>
          {t('JPEG, PNG or MP4 up to 16 MB, PDF up to 100 MB')}
        </Text>
      </Stack>
    </label>
  )
}

function ButtonPlace({ id, isWrong, onFile }: { id: string; isWrong: boolean; onFile: (file: File) => void }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the input is in it
    <label className={styles.button} title={t('Add an image, PDF or video')} {...useDrop(onFile)}>
      <FileInput
        id={id}
        aria-label={t('Add an image, PDF or video')}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-error` : undefined}
        onFile={onFile}
      />
      <IconPaperclip size={17} aria-hidden />
    </label>
  )
}

function FileInput({ onFile, ...input }: { onFile: (file: File) => void } & Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <input
      {...input}
      type="file"
      accept={Object.keys(kinds).join(',')}
      className={styles.input}
      onChange={({ currentTarget }) => {
        take(currentTarget.files, onFile)
        // Reset, so that the same file can be chosen again after it was fixed.
        currentTarget.value = ''
      }}
    />
  )
}

function useDrop(onFile: (file: File) => void) {
  const [over, setOver] = useState(false)
  const drag = (event: DragEvent, isOver: boolean) => {
    event.preventDefault()
    setOver(isOver)
  }
  return {
    'data-over': over || undefined,
    onDragOver: (event: DragEvent) => drag(event, true),
    onDragLeave: (event: DragEvent) => drag(event, false),
    onDrop: (event: DragEvent) => {
      drag(event, false)
      take(event.dataTransfer.files, onFile)
    },
  }
}

function take(files: FileList | null, onFile: (file: File) => void) {
  const file = files?.[0]
  if (file) onFile(file)
}
