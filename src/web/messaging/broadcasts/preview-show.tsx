// The message as one contact would get it, or why they would not.
import { Skeleton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconAlertTriangle } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { MediaFile } from '../../../contract/media.ts'
import { templates } from '../../../contract/templates.ts'
import { query } from '../../api.ts'
import { sentenceOf } from '../../platform/lib/messages.ts'
import { t } from '../../platform/lib/text.ts'
import { Row, Stack, Text } from '../../platform/ui/box.tsx'
import { MessageShow } from './message-show.tsx'
import { useReasonText } from './use-reason-text.ts'

interface PreviewShowProps {
  body: string
  media: MediaFile | null | undefined
  /** Language of the text, for a contact without one. */
  language: string
  /** If absent, the sample contact. */
  contact: { id: string; name: string } | undefined
}

export function PreviewShow({ body, media, language, contact }: PreviewShowProps) {
  const [settled] = useDebouncedValue(body, 300)
  const answer = useQuery({
    ...query(templates.preview, { body: { body: settled, language, ...(contact && { contact_id: contact.id }) } }),
    enabled: settled.trim() !== '' && settled.length <= 20_000,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const reasonText = useReasonText()
  if (body.trim() === '') return <Text dimmed>{t('Choose or write a message to preview it here.')}</Text>
  if (answer.error) return <Problem text={answer.error.message} />
  if (!answer.data) return <Skeleton height="6rem" />
  const { text, error, missing } = answer.data
  return (
    <Stack gap={12}>
      {text !== null && <MessageShow text={text} media={media} />}
      {error && <Problem text={t('This message has a mistake: {mistake}', { mistake: sentenceOf(error.message) })} />}
      {missing.length > 0 && (
        <Problem
          text={t('{name} would be skipped. {reason}.', {
            name: contact?.name ?? t('This contact'),
            reason: reasonText(`missing_variable:${missing.join(',')}`),
          })}
        />
      )}
    </Stack>
  )
}

function Problem({ text }: { text: string }) {
  return (
    <Row as="p" gap={8} align="stretch" note fill="warning" role="status">
      <IconAlertTriangle size={18} aria-hidden />
      <span>{text}</span>
    </Row>
  )
}
