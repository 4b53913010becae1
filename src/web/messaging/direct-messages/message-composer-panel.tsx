// Composer of a message to one contact: text, template, emoji, file. Shows which session sends it, and what it waits for.
import { ActionIcon, Button, Skeleton, Textarea } from '@mantine/core'
import { IconDots, IconSend2 } from '@tabler/icons-react'
import { lazy, Suspense, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { MediaFile } from '../../../contract/media.ts'
import type { Answer } from '../../../contract/replies.ts'
import { sentenceOf } from '../../platform/lib/messages.ts'
import { t } from '../../platform/lib/text.ts'
import { Row, Stack, Text } from '../../platform/ui/box.tsx'
import { EmojiPicker } from '../../platform/ui/emoji-picker.tsx'
import { ErrorState } from '../../platform/ui/empty.tsx'
import { May } from '../../platform/ui/may.tsx'
import { ActionMenu } from '../../platform/ui/menu.tsx'
import { MediaPicker } from '../media/media-picker.tsx'
import styles from './message-composer-panel.module.css'
import { SessionPicker } from './session-picker.tsx'
import { TemplatePicker } from './template-picker.tsx'
import { type Composer, useComposer } from './use-composer.ts'

const TestEdit = lazy(() => import('./test-edit.tsx'))

export interface MessageComposerProps {
  contactId: string
  /** The contact's name, used in the field's label. */
  name?: string | undefined
  /** The investor whose figures templates show. */
  investorId?: string | undefined
  /** Text that the field begins with. */
  text?: string | undefined
  media?: Pick<MediaFile, 'id'> | undefined
  autoFocus?: boolean
  onSent?: (answer: Answer) => void
}

export function MessageComposer({ name, autoFocus = false, media, ...input }: MessageComposerProps) {
  const composer = useComposer({ ...input, mediaId: media?.id })
  const { data, error, refetch } = composer.preview
  if (!data && error) return <ErrorState error={error} onRetry={() => refetch()} />
  if (!data) return <Skeleton height={152} radius="md" role="status" aria-label={t('Loading…')} />
  if (data.refusal) return <Refusal contactId={input.contactId} refusal={data.refusal} />
  return <Composing composer={composer} contactId={input.contactId} name={name} autoFocus={autoFocus} />
}

function Refusal({
  contactId,
  refusal,
}: {
  contactId: string
  refusal: { code: string } & Parameters<typeof sentenceOf>[0]
}) {
  return (
    <Row gap={12} rowGap={8} wrap justify="between" note fill="neutral">
      <span>{sentenceOf(refusal)}</span>
      {refusal.code === 'direct_message.no_number' && (
        <Button component={Link} to={`/contacts/${contactId}/edit`} variant="default" size="compact-sm">
          {t('Add a number')}
        </Button>
      )}
      {refusal.code === 'direct_message.no_session' && (
        <Button component={Link} to="/account#whatsapp" variant="default" size="compact-sm">
          {t('Add a session')}
        </Button>
      )}
    </Row>
  )
}

interface ComposingProps {
  composer: Composer
  contactId: string
  name: string | undefined
  autoFocus: boolean
}

function Composing({ composer, contactId, name, autoFocus }: ComposingProps) {
  const { text, setText, problem, isSending, send } = composer
  const data = composer.preview.data!
  const field = useRef<HTMLTextAreaElement>(null)
  const hint = useId()
  const [isTesting, setTesting] = useState(false)
  const label = name ? t('Message to {name}', { name }) : t('Message')

  function insert(emoji: string) {
    const { selectionStart = text.length, selectionEnd = text.length } = field.current ?? {}
    setText(text.slice(0, selectionStart) + emoji + text.slice(selectionEnd))
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(selectionStart + emoji.length, selectionStart + emoji.length)
    })
  }

  return (
    <Stack gap={8}>
      <div className={styles.box}>
        <Textarea
          ref={field}
          variant="unstyled"
          aria-label={label}
          aria-describedby={hint}
          placeholder={label}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send()
          }}
          error={problem}
          autosize
          minRows={3}
          maxRows={12}
          maxLength={20_000}
          data-autofocus={autoFocus || undefined}
          autoFocus={autoFocus}
          classNames={{ input: styles.input, error: styles.error }}
        />
        <div className={styles.tools}>
          <EmojiPicker onPick={insert} />
          <MediaPicker isButton value={composer.media_id} onChange={composer.attach} busy={composer.uploading} />
          <TemplatePicker onPick={composer.useTemplate} onClose={() => field.current?.focus()} />
          <ActionMenu
            button={
              <ActionIcon
                variant="default"
                size={30}
                className={styles.tool}
                aria-label={t('Other ways to send')}
                title={t('Other ways to send')}
              >
                <IconDots size={17} aria-hidden />
              </ActionIcon>
            }
          >
            {(Menu) => (
              <>
                <May permission="send_broadcasts">
                  <Menu.Item onClick={() => setTesting(true)}>{t('Send a test to my number')}</Menu.Item>
                </May>
                {data.whatsapp_url && (
                  <Menu.Item
                    component="a"
                    href={withText(data.whatsapp_url, text)}
                    target="_blank"
                    rel="noopener noreferrer"
                  >
                    {t('Open in WhatsApp')}
                  </Menu.Item>
                )}
              </>
            )}
          </ActionMenu>
          <Text as="span" size={12} dimmed pushEnd id={hint} className={styles.hint}>
            {isApple ? t('⌘ + Enter sends') : t('Ctrl + Enter sends')}
          </Text>
          <Button
            size="compact-md"
            className={styles.send}
            leftSection={<IconSend2 size={16} aria-hidden />}
            loading={isSending}
            onClick={() => void send()}
          >
            {t('Send')}
          </Button>
        </div>
      </div>
      <SessionPicker composer={composer} />
      {isTesting && (
        <Suspense>
          <TestEdit
            composer={composer}
            contactId={contactId}
            onClose={() => {
              setTesting(false)
              field.current?.focus()
            }}
          />
        </Suspense>
      )}
    </Stack>
  )
}

const isApple = /Mac|iPhone|iPad/.test(navigator.platform)

/** Adds the text to a link that opens WhatsApp, so that the chat there begins with it. */
const withText = (url: string, text: string) => (text.trim() ? `${url}?text=${encodeURIComponent(text)}` : url)
