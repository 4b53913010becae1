// A file as a message shows it: a picture is drawn, of anything else its name and size stand there.
import { IconFileTypePdf, IconPhoto, IconVideo } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type MediaFile, media } from '../../contract/media.ts'
import { fetchBlob } from '../api.ts'
import { fileSize } from '../lib/format.ts'
import styles from './media-panel.module.css'

export function MediaPanel({ file }: { file: MediaFile }) {
  const url = usePicture(file)
  if (url) return <img src={url} alt={file.name} className={styles.picture} />
  if (file.kind === 'image') return <div className={styles.waiting} role="img" aria-label={file.name} />
  return (
    <div className={styles.tile}>
      <MediaIcon kind={file.kind} size={28} />
      <div className={styles.words}>
        <strong>{file.name}</strong>
        <span>{fileSize(file.size)}</span>
      </div>
    </div>
  )
}

export function MediaIcon({ kind, size }: { kind: MediaFile['kind']; size: number }) {
  const Icon = { image: IconPhoto, video: IconVideo, document: IconFileTypePdf }[kind]
  return <Icon size={size} stroke={1.5} aria-hidden />
}

/** Fetched with the bearer header, which an `<img>` cannot send. Undefined for what is no picture, and until it is there. */
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
