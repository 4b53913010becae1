// A relative time such as "5 minutes ago". Its tooltip shows the exact time.
import { dateTime } from '../lib/format.ts'
import { useAgo } from '../lib/use-ago.ts'

interface AgoProps {
  time: string
  /** Puts the relative time into a sentence: `(when) => t('Updated {when}', { when })`. */
  text?: (when: string) => string
}

export function Ago({ time, text }: AgoProps) {
  const when = useAgo(time)
  return (
    <time dateTime={time} title={dateTime(time)}>
      {text ? text(when) : when}
    </time>
  )
}
