// An attached file: images are shown, other files are downloaded by a click.
import { Loader, UnstyledButton } from '@mantine/core'
import { IconDownload, IconFileTypePdf, IconPhoto, IconVideo } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type MediaFile, media } from '../../../contract/media.ts'
import { fetchBlob } from '../../api.ts'
import { fileSize } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { Stack } from '../../platform/ui/box.tsx'
import { notifyError } from '../../platform/ui/notices.tsx'
import styles from './media-panel.module.css'

export function MediaPanel({ file }: { file: MediaFile }) {
  const url = usePicture(file)
  if (url) return <img src={url} alt={file.name} className={styles.picture} />
  if (file.kind === 'image') return <div className={styles.waiting} role="img" aria-label={file.name} />
  return <Saving file={file} />
}

/** Downloads it: a foreign file is never opened as a page of this origin. */
function Saving({ file: { id, name, kind, size } }: { file: MediaFile }) {
  const [busy, setBusy] = useState(false)
  async function save() {
    if (busy) return
    setBusy(true)
    try {
      const url = URL.createObjectURL(await fetchBlob(media.file, { params: { id } }))
      const link = document.createElement('a')
      link.href = url
      link.download = name
      link.click()
      // Some browsers start reading it only after the click.
      setTimeout(() => URL.revokeObjectURL(url), 60_000)
    } catch (error) {
      notifyError(error, t('{name} could not be loaded', { name }))
    } finally {
      setBusy(false)
    }
  }
  return (
    <UnstyledButton className={styles.tile} onClick={save} aria-label={t('Save {name}', { name })} aria-busy={busy}>
      <MediaIcon kind={kind} size={28} />
      <Stack as="span" grow size={13}>
        <strong>{name}</strong>
        <span>{fileSize(size)}</span>
      </Stack>
      {busy ? <Loader size={18} aria-hidden /> : <IconDownload size={18} aria-hidden />}
    </UnstyledButton>
  )
}

export function MediaIcon({ kind, size }: { kind: MediaFile['kind']; size: number }) {
  const Icon = { image: IconPhoto, video: IconVideo, document: IconFileTypePdf }[kind]
  return <Icon size={size} stroke={1.5} aria-hidden />
}

/** Fetched with the bearer header, which an `<img>` cannot send. Undefined for other files, and while loading. */
export function usePicture({ id, kind }: MediaFile): string | undefined {
  const { data: blob } = useQuery({
    queryKey: [media.file.path, id],
    queryFn: ({ signal }) => fetchBlob(media.file, { params: { id } }, signal),
    enabled: kind === 'image',
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!blob) return setUrl(undefined)
    const next = URL.createObjectURL(blob)
    setUrl(next)
    return () => URL.revokeObjectURL(next)
  }, [blob])
  return url
}
