// State of the message composer: text, file and session; the server's preview; sending once.
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { directMessages } from '../../../contract/direct-messages.ts'
import type { Answer } from '../../../contract/replies.ts'
import { call, invalidate, query, shownOwner } from '../../api.ts'
import { type Said, sentenceOf } from '../../platform/lib/messages.ts'
import { t } from '../../platform/lib/text.ts'
import { notifyError } from '../../platform/ui/notices.tsx'

interface ComposerInput {
  contactId: string
  investorId?: string | undefined
  /** Text that the field begins with. */
  text?: string | undefined
  mediaId?: string | undefined
  onSent?: ((answer: Answer) => void) | undefined
}

/**
 * Unsent texts by user, contact and initial text. They are kept when the user closes the dialog or leaves the page, and a
 * reminder does not replace the text written in the conversation.
 */
const drafts = new Map<string, string>()

export function useComposer({ contactId, investorId, text: given, mediaId, onSent }: ComposerInput) {
  const client = useQueryClient()
  const params = { id: contactId }
  const draftKey = JSON.stringify([shownOwner(), contactId, given])
  const [text, write] = useState(drafts.get(draftKey) ?? given ?? '')
  const latest = useRef(text)
  const [media_id, attach] = useState<string | null>(mediaId ?? null)
  const [session_id, choose] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [isSending, setSending] = useState(false)
  const uploading = useRef(false)
  const isShown = useIsShown()
  const body = { ...(session_id && { session_id }), ...(investorId && { investor_id: investorId }) }
  const preview = useQuery({
    ...query(directMessages.preview, { params, body }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    // A starting session takes a few seconds, so the composer asks more often.
    refetchInterval: ({ state }) => (state.data?.waiting?.reason === 'session' ? 3_000 : 30_000),
  })

  function setText(next: string) {
    latest.current = next
    write(next)
    setProblem(undefined)
    if (next.trim()) drafts.set(draftKey, next)
    else drafts.delete(draftKey)
  }

  async function send() {
    if (isSending) return
    if (!text.trim()) return setProblem(t('Write a message first.'))
    if (uploading.current) return setProblem(t('Wait until the upload finishes, or cancel it.'))
    setSending(true)
    try {
      const answer = await call(directMessages.send, { params, body: { ...body, text, ...(media_id && { media_id }) } })
      // What the user typed or attached while the message was on its way belongs to the next one.
      setText(latest.current.startsWith(text) ? latest.current.slice(text.length).trimStart() : latest.current)
      attach((now) => (now === media_id ? null : now))
      await invalidate(client, '/v1/replies', '/v1/conversations', '/v1/contacts', '/v1/activity', '/v1/home')
      onSent?.(answer)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
      if (!isShown.current) notifyError(error, t('The message could not be sent'))
    } finally {
      setSending(false)
    }
  }

  /** Appends the template, filled in for this person, to the text. */
  async function useTemplate(template_id: string) {
    try {
      const written = await call(directMessages.preview, { params, body: { ...body, template_id } })
      if (written.text === null) return setProblem(refusedText(written.problem))
      const before = latest.current.trimEnd()
      setText(before ? `${before}\n\n${written.text}` : written.text)
      if (written.media) attach(written.media.id)
    } catch (error) {
      notifyError(error, t('The template could not be used'))
    }
  }

  return {
    ...{ text, setText, media_id, attach, uploading, problem, setProblem, isSending, body },
    ...{ preview, choose, send, useTemplate },
  }
}

/** Whether the component is still on the page, for what a response does after the user has left. */
function useIsShown() {
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return isShown
}

const refusedText = (problem: Said | null) =>
  t('This template cannot be used here. {reason}', { reason: problem ? sentenceOf(problem) : '' })

export type Composer = ReturnType<typeof useComposer>
