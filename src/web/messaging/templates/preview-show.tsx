// Preview of a contact's message, or what prevents sending and how to fix it.
import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconAlertTriangle, IconMessage2 } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { MediaFile } from '../../../contract/media.ts'
import { type Preview, templates } from '../../../contract/templates.ts'
import { query } from '../../api.ts'
import { sentenceOf } from '../../platform/lib/messages.ts'
import { t } from '../../platform/lib/text.ts'
import { Row, Stack, Text } from '../../platform/ui/box.tsx'
import { MessageBubble } from '../../platform/ui/message-bubble.tsx'
import { MediaPanel } from '../media/media-panel.tsx'
import { useCustomVariables } from './labels.ts'
import styles from './preview-show.module.css'
import { variableName } from './variable-text.ts'

const pauseMs = 300

/** Live; `preview` is of the current text, or undefined while loading. */
export function usePreview(body: string, language: string, contactId: string | null) {
  const [settled] = useDebouncedValue(body, pauseMs)
  const answer = useQuery({
    ...query(templates.preview, { body: { body: settled, language, ...(contactId && { contact_id: contactId }) } }),
    enabled: settled.trim() !== '' && settled.length <= 20_000,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  const isNow = settled === body && !answer.isPlaceholderData
  return {
    shown: body.trim() === '' ? undefined : answer.data,
    preview: isNow ? answer.data : undefined,
    error: answer.error,
  }
}

interface MessagePreviewProps {
  shown: Preview | undefined
  media: MediaFile | null | undefined
  error: Error | null
  contactName: string | undefined
  /** Whether the text has a plain use of the variable, which a fallback would fix. */
  canMend: (path: string) => boolean
  onMend: (path: string) => void
}

export function MessagePreview({ shown, media, error, contactName, canMend, onMend }: MessagePreviewProps) {
  const customs = useCustomVariables()
  return (
    <div>
      <Stack gap={12} py={16} px={16} className={styles.chat} aria-live="polite">
        {!shown && !error && <Waiting />}
        {error && <Notice title={t('Preview unavailable')}>{error.message}</Notice>}
        {shown?.text != null && <MessageBubble text={shown.text} file={media && <MediaPanel file={media} />} />}
        {shown?.error && <Notice title={t('Message cannot be sent yet')}>{sentenceOf(shown.error.message)}</Notice>}
        {shown && shown.missing.length > 0 && (
          <Notice title={t('{name} would not get this message', { name: contactName ?? t('This contact') })}>
            {shown.missing.map((path) => (
              <Row key={path} wrap mt={6} className={styles.missing}>
                <Text>{t('{variable} has no value for this contact.', { variable: variableName(path, customs) })}</Text>
                {canMend(path) ? (
                  <Button size="compact-sm" variant="default" onClick={() => onMend(path)}>
                    {t('Add a fallback')}
                  </Button>
                ) : (
                  <Text size={12}>{t('Add | default: "…" after it, or wrap it in {% if %} and {% endif %}.')}</Text>
                )}
              </Row>
            ))}
          </Notice>
        )}
      </Stack>
      {shown?.text != null && (
        <Text size={12} dimmed mt={6} role="status">
          {[
            t.plural([...shown.text].length, 'one character', '{count} characters'),
            shown.investor && t('Investor: {name}', { name: shown.investor.name }),
            shown.investment && t('Investment: {name}', { name: shown.investment.name }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      )}
    </div>
  )
}

function Waiting() {
  return (
    <Stack gap={8} align="center" textAlign="center" py={16} px={16} className={styles.waiting}>
      <IconMessage2 size={28} stroke={1.5} aria-hidden />
      <Text>{t('Your message appears here as you type.')}</Text>
    </Stack>
  )
}

function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Row gap={10} align="stretch" size={14} py={12} px={12} className={styles.notice}>
      <IconAlertTriangle size={18} aria-hidden className={styles.icon} />
      <Text as="div" shrink>
        <strong>{title}</strong>
        <div>{children}</div>
      </Text>
    </Row>
  )
}
