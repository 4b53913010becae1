// Composer below a conversation: an answer or an internal note. Shows what an answer would wait for.
import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { sentenceOf } from '../../platform/lib/messages.ts'
import { t } from '../../platform/lib/text.ts'
import { Row, Stack, Text } from '../../platform/ui/box.tsx'
import { MessageComposer } from '../direct-messages/message-composer-panel.tsx'
import { AnswerEdit } from './answer-edit.tsx'
import styles from './composer-edit.module.css'
import { NoteEdit } from './note-edit.tsx'
import { personName } from './thread-actions-panel.tsx'
import { type Thread, useRefetchThreads } from './use-thread.ts'
import { WaitingPanel } from './waiting-panel.tsx'

interface ComposerEditProps {
  id: string
  thread: Thread
  /** Focuses the field when it appears. */
  focus: boolean
}

export function ComposerEdit({ id, thread, focus }: ComposerEditProps) {
  const [isNote, setNote] = useState(false)
  return (
    <Stack gap={8} className={styles.composer} data-composer>
      <Row gap={12} rowGap={4} wrap justify="between">
        <SegmentedControl
          size="xs"
          aria-label={t('What to write')}
          value={isNote ? 'note' : 'message'}
          onChange={(value) => setNote(value === 'note')}
          data={[
            { value: 'message', label: t('Message') },
            { value: 'note', label: t('Internal note') },
          ]}
        />
        {!isNote && !thread.person.contact && thread.answer_target?.driver === 'simulator' && (
          <Text as="span" size={13} dimmed>
            {t('Simulator: nothing reaches a phone')}
          </Text>
        )}
      </Row>
      {isNote ? <NoteEdit key={id} id={id} /> : <MessageComposing key={id} thread={thread} focus={focus} />}
    </Stack>
  )
}

function MessageComposing({ thread, focus }: { thread: Thread; focus: boolean }) {
  const { person, answer_target: target, sessions } = thread
  const refetch = useRefetchThreads()
  const name = personName(person)
  if (person.contact)
    return <MessageComposer contactId={person.contact.id} name={name} autoFocus={focus} onSent={refetch} />
  // An unknown number can only be answered, and only by the session that it wrote to.
  if (!target) return null
  const session = sessions.find((one) => one.id === target.session_id)
  return target.refusal ? (
    <Row as="p" size={13} note fill="neutral">
      {sentenceOf(target.refusal)}
    </Row>
  ) : (
    <>
      {session && <WaitingPanel session={session} />}
      <AnswerEdit replyId={target.reply_id} name={name} autoFocus={focus} />
    </>
  )
}
