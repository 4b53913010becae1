// Preview of a contact's message, or what prevents sending and how to fix it.
import { Button, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconAlertTriangle, IconMessage2 } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { MediaFile } from '../../contract/media.ts'
import { type Preview, templates } from '../../contract/templates.ts'
import { query } from '../api.ts'
import { t } from '../lib/text.ts'
import { MediaPanel } from '../media/media-panel.tsx'
import { MessageBubble } from '../ui/message-bubble.tsx'
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
  return (
    <div>
      <div className={styles.chat} aria-live="polite">
        {!shown && !error && <Waiting />}
        {error && <Notice title={t('Preview unavailable')}>{error.message}</Notice>}
        {shown?.text != null && <MessageBubble text={shown.text} file={media && <MediaPanel file={media} />} />}
        {shown?.mistake && <Notice title={t('This cannot be sent yet')}>{t.told(shown.mistake.message)}</Notice>}
        {shown && shown.missing.length > 0 && (
          <Notice title={t('{name} would not get this message', { name: contactName ?? t('This contact') })}>
            {shown.missing.map((path) => (
              <div key={path} className={styles.missing}>
                <Text size="sm">
                  {t('{variable} has no value for this contact.', { variable: variableName(path) })}
                </Text>
                {canMend(path) ? (
                  <Button size="compact-sm" variant="default" onClick={() => onMend(path)}>
                    {t('Add a fallback')}
                  </Button>
                ) : (
                  <Text size="xs">{t('Add | default: "…" after it, or wrap it in {% if %} and {% endif %}.')}</Text>
                )}
              </div>
            ))}
          </Notice>
        )}
      </div>
      {shown?.text != null && (
        <Text size="xs" c="dimmed" mt={6} role="status">
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
    <div className={styles.waiting}>
      <IconMessage2 size={28} stroke={1.5} aria-hidden />
      <Text size="sm">{t('Your message appears here as you type.')}</Text>
    </div>
  )
}

function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.notice}>
      <IconAlertTriangle size={18} aria-hidden className={styles.icon} />
      <div className={styles.words}>
        <strong>{title}</strong>
        <div>{children}</div>
      </div>
    </div>
  )
}
