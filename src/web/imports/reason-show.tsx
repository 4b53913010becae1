// The reasons for a row's action: one or more sentences.
import { t } from '../lib/text.ts'
import styles from './reason-show.module.css'

/** The server separates them by line breaks. */
export function ReasonShow({ text }: { text: string }) {
  const [first, ...others] = text.split('\n')
  if (others.length === 0) return <p className={styles.reason}>{t.told(first!)}</p>
  return (
    <ul className={styles.reason}>
      {[first!, ...others].map((reason) => (
        <li key={reason}>{t.told(reason)}</li>
      ))}
    </ul>
  )
}
