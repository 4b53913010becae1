// Input for an answer: Ctrl or Cmd with Enter sends it.
import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { AnswerInput, replies } from '../../../contract/replies.ts'
import { call } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { Form, useSaveForm } from '../../platform/ui/form.tsx'
import { LeaveGuard } from '../../platform/ui/leave-guard.tsx'
import styles from './answer-edit.module.css'
import { useRefetchThreads } from './use-thread.ts'

interface AnswerEditProps {
  replyId: string
  /** The recipient. */
  name: string
  autoFocus?: boolean
  onSent?: () => void
}

/** A new key per answer clears the input after sending, and it keeps the focus. */
export function AnswerEdit({ autoFocus = false, onSent, ...props }: AnswerEditProps) {
  const [nth, setNth] = useState(0)
  return (
    <Box
      key={nth}
      {...props}
      autoFocus={autoFocus || nth > 0}
      onSent={() => {
        setNth(nth + 1)
        onSent?.()
      }}
    />
  )
}

function Box({ replyId, name, autoFocus, onSent }: AnswerEditProps) {
  const refetch = useRefetchThreads()
  const form = useSaveForm<AnswerInput>({
    schema: AnswerInput,
    draftKey: `answer ${replyId}`,
    initialValues: { text: '' },
    save: async (body) => {
      await call(replies.answer, { params: { id: replyId }, body })
      await refetch()
      onSent?.()
    },
  })
  const label = t('Answer to {name}', { name })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the field within
    <div
      className={styles.box}
      data-open={form.values.text !== '' || undefined}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void form.submit()
      }}
    >
      <Form form={form} submitLabel={t('Send answer')}>
        <Textarea
          {...form.field('text', label)}
          value={form.values.text}
          label={undefined}
          aria-label={label}
          placeholder={t('Write an answer')}
          description={
            form.values.text !== '' && t('Format with *bold*, _italic_ and ~strike~. Send with Ctrl or ⌘ + Enter.')
          }
          inputWrapperOrder={['input', 'description', 'error']}
          autosize
          autoFocus={autoFocus}
          minRows={1}
          maxRows={8}
          maxLength={2_000}
        />
      </Form>
      <LeaveGuard mayLeave={form.mayLeave} />
    </div>
  )
}
