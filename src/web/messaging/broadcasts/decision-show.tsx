// The buttons to approve or reject a broadcast, or why this user may not decide.
import type { ReactNode } from 'react'
import type { Broadcast } from '../../../contract/broadcasts.ts'
import { message } from '../../../contract/messages/message.ts'
import { sentenceOf } from '../../platform/lib/messages.ts'
import { Row, Text } from '../../platform/ui/box.tsx'
import { Lacking, May } from '../../platform/ui/may.tsx'

export function DecisionShow({ broadcast, children }: { broadcast: Broadcast; children: ReactNode }) {
  return (
    <May permission="approve_broadcasts" otherwise={<Lacking permission="approve_broadcasts" />}>
      {broadcast.is_author ? (
        <Text size={13} dimmed>
          {sentenceOf(message('broadcast.own_approval'))}
        </Text>
      ) : (
        <Row gap={8} wrap fillOnPhone>
          {children}
        </Row>
      )}
    </May>
  )
}
