// A message on a chat background.
import type { MediaFile } from '../../../contract/media.ts'
import { MessageBubble } from '../../platform/ui/message-bubble.tsx'
import { MediaPanel } from '../media/media-panel.tsx'
import styles from './message-show.module.css'

export function MessageShow({
  text,
  time,
  media,
}: {
  text: string
  time?: string
  media?: MediaFile | null | undefined
}) {
  return (
    <div className={styles.chat}>
      <MessageBubble text={text} time={time} file={media && <MediaPanel file={media} />} />
    </div>
  )
}
