// Actions of a conversation: assign it, and mark it as done.
import { Button, type ButtonProps } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { replies } from '../../../contract/replies.ts'
import { call } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { Row, Text } from '../../platform/ui/box.tsx'
import { May } from '../../platform/ui/may.tsx'
import { notify, notifyError } from '../../platform/ui/notices.tsx'
import { AssigneePicker } from './assignee-picker.tsx'
import { type Thread, useRefetchThreads } from './use-thread.ts'

interface ThreadActionsProps {
  id: string
  thread: Thread
  onDone?: (() => void) | undefined
}

export function ThreadActions({ id, thread: { person, unanswered, answer_target }, onDone }: ThreadActionsProps) {
  const done = useDone()
  const name = personName(person)
  return (
    <May
      permission="edit"
      otherwise={
        person.assignee && (
          <Text size={13} dimmed>
            {t('Assigned to {name}', { name: person.assignee.name })}
          </Text>
        )
      }
    >
      <Row gap={8} fixed>
        {person.address !== '' && <AssigneePicker id={id} assignee={person.assignee} />}
        {unanswered > 0 && answer_target && (
          <DoneButton size="xs" onClick={onDone ?? (() => done({ name, replyId: answer_target.reply_id }))} />
        )}
      </Row>
    </May>
  )
}

export function DoneButton(button: ButtonProps & { onClick: () => void }) {
  return (
    <Button variant="light" leftSection={<IconCheck size={16} aria-hidden />} title={t('No answer needed')} {...button}>
      {t('Done')}
    </Button>
  )
}

/** Marks the messages of a person as handled, with Undo. Returns a function that undoes it. */
export function useDone() {
  const refetch = useRefetchThreads()
  return ({ name, replyId }: { name: string; replyId: string }) => {
    const change = (endpoint: typeof replies.handle) => call(endpoint, { params: { id: replyId } })
    const failed = (error: unknown) => notifyError(error, t('Action failed'))
    const marked: Promise<void> = change(replies.handle).then(
      () => notify({ title: t('{name} needs no answer any more', { name }), undo }),
      failed,
    )
    void marked.then(refetch)
    // The shortcut for Undo may be pressed before the server has answered: a request that overtakes the first undoes nothing.
    const undo = (): Promise<void> =>
      marked
        .then(() => change(replies.unhandle))
        .catch(failed)
        .then(refetch)
    return undo
  }
}

interface Named {
  contact: { name: string } | null
  address_text: string | null
}

export const personName = ({ contact, address_text }: Named) => contact?.name ?? address_text ?? t('Hidden number')
