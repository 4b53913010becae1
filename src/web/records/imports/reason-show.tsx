// The reasons for a row's action: one or more sentences.
import { type Said, sentenceOf } from '../../platform/lib/messages.ts'
import { Text } from '../../platform/ui/box.tsx'
import styles from './reason-show.module.css'

export function ReasonShow({ reasons }: { reasons: readonly Said[] }) {
  const [first, ...others] = reasons.map((reason) => sentenceOf(reason))
  if (others.length === 0)
    return (
      <Text size={13} className={styles.reason}>
        {first}
      </Text>
    )
  return (
    <Text as="ul" size={13} className={styles.reason}>
      {[first, ...others].map((reason) => (
        <li key={reason}>{reason}</li>
      ))}
    </Text>
  )
}
