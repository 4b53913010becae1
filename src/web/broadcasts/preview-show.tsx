// The message as one contact would get it, or why they would not.
import { Skeleton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconAlertTriangle } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { MediaFile } from '../../contract/media.ts'
import { templates } from '../../contract/templates.ts'
import { query } from '../api.ts'
import { t } from '../lib/text.ts'
import { MessageShow } from './message-show.tsx'
import styles from './preview-show.module.css'
import { reasonText } from './reason-text.ts'

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
  if (body.trim() === '') return <p className={styles.hint}>{t('Choose or write a message to preview it here.')}</p>
  if (answer.error) return <Problem text={answer.error.message} />
  if (!answer.data) return <Skeleton height="6rem" />
  const { text, mistake, missing } = answer.data
  return (
    <div className={styles.stack}>
      {text !== null && <MessageShow text={text} media={media} />}
      {mistake && <Problem text={t('This message has a mistake: {mistake}', { mistake: t.told(mistake.message) })} />}
      {missing.length > 0 && (
        <Problem
          text={t('{name} would be skipped. {reason}.', {
            name: contact?.name ?? t('This contact'),
            reason: reasonText(`missing_variable:${missing.join(',')}`),
          })}
        />
      )}
    </div>
  )
}

function Problem({ text }: { text: string }) {
  return (
    <p className={styles.problem} role="status">
      <IconAlertTriangle size={18} aria-hidden />
      <span>{text}</span>
    </p>
  )
}
