// File field: drop a file or choose one.
import { IconFileUpload } from '@tabler/icons-react'
import { type DragEvent, type ReactNode, useState } from 'react'
import styles from './drop-field.module.css'

interface DropFieldProps {
  title: string
  text: ReactNode
  accept: string
  onFile: (file: File) => void
  /** Gets the focus when its dialog opens. */
  isFirst?: boolean
}

export function DropField({ title, text, accept, onFile, isFirst }: DropFieldProps) {
  const [over, setOver] = useState(false)
  const take = (files: FileList | null) => {
    const file = files?.[0]
    if (file) onFile(file)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }
  return (
    <label
      className={styles.drop}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <input
        type="file"
        accept={accept}
        data-autofocus={isFirst}
        className={styles.input}
        onChange={(event) => {
          take(event.currentTarget.files)
          // Lets the user choose the same file again after correcting it.
          event.currentTarget.value = ''
        }}
      />
      <IconFileUpload size={28} stroke={1.5} aria-hidden />
      <strong>{title}</strong>
      <span className={styles.text}>{text}</span>
    </label>
  )
}
