// Shows that WhatsApp has put a session on hold, and until when.
import type { WaSession } from '../../../contract/wa-sessions.ts'
import { dateTime } from '../../platform/lib/format.ts'
import { Text } from '../../platform/ui/box.tsx'
import { holdText } from './pacing.ts'

export function HoldShow({ session: { hold } }: { session: WaSession }) {
  if (!hold) return null
  return (
    <Text note fill="warning" role="status">
      {holdText(hold.new_chats_only, dateTime(hold.until))}
    </Text>
  )
}
