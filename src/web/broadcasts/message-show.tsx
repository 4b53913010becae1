// A message on the ground of a chat.
import { MessageBubble } from '../ui/message-bubble.tsx'
import styles from './message-show.module.css'

export function MessageShow({ text, time }: { text: string; time?: string }) {
  return (
    <div className={styles.chat}>
      <MessageBubble text={text} time={time} />
    </div>
  )
}
