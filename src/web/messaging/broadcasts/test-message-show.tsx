// Sends a test message and shows its outcome.
import { Button, TextInput } from '@mantine/core'
import { IconPaperclip, IconSend2 } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { type Broadcast, broadcasts, type RecipientStatus } from '../../../contract/broadcasts.ts'
import { ApiError, call, query } from '../../api.ts'
import { ago } from '../../platform/lib/format.ts'
import { sentenceOf } from '../../platform/lib/messages.ts'
import { t } from '../../platform/lib/text.ts'
import { PlainList, Row, Stack, Text } from '../../platform/ui/box.tsx'
import { RecipientBadge } from './recipient-badge.tsx'
import styles from './test-message-show.module.css'
import { useReasonText } from './use-reason-text.ts'

interface TrialShowProps {
  broadcast: Pick<Broadcast, 'id'>
  /** The session's own number. */
  ownNumber: string | null
  /** The contact it is rendered for; by default the first recipient. */
  contactId: string | undefined
}

const open: readonly RecipientStatus[] = ['pending', 'sending', 'accepted', 'unknown', 'sent', 'delivered']

export function TestMessageShow({ broadcast: { id }, ownNumber, contactId: contact_id }: TrialShowProps) {
  const reasonText = useReasonText()
  const client = useQueryClient()
  const field = useId()
  const [to, setTo] = useState('')
  const testsQuery = query(broadcasts.tests, { params: { id } })
  const tests = useQuery({
    ...testsQuery,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ status, created_at }) => open.includes(status) && isFresh(created_at)) ? 2_000 : false,
  })
  const press = useMutation({
    mutationFn: () =>
      call(broadcasts.test, { params: { id }, body: { ...(to.trim() && { to }), ...(contact_id && { contact_id }) } }),
    onSuccess: () => client.invalidateQueries({ queryKey: testsQuery.queryKey }),
  })
  const latest = tests.data?.data.slice(0, 3) ?? []
  return (
    <Stack gap={8}>
      <label htmlFor={field} className={styles.label}>
        {t(
          'Send it to yourself first. It uses the data of the recipient above, counts in the limits of the session, also leaves outside sending hours, and is recorded in the audit log.',
        )}
      </label>
      <Row gap={8} align="start" wrap>
        <TextInput
          id={field}
          type="tel"
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            if (!press.isPending) press.mutate()
          }}
          placeholder={ownNumber ?? t('Your number')}
          error={press.error && problemOf(press.error)}
          className={styles.number}
          autoComplete="tel"
        />
        <Button
          variant="default"
          leftSection={<IconSend2 size={16} aria-hidden />}
          loading={press.isPending}
          onClick={() => press.mutate()}
        >
          {t('Send test')}
        </Button>
      </Row>
      {latest.length > 0 && (
        <PlainList gap={6} aria-label={t('Test messages')} aria-live="polite">
          {latest.map(({ id: test, address_text, address, status, reason, media, created_at }) => (
            <Row as="li" key={test} gap={10} rowGap={4} wrap>
              <RecipientBadge status={status} />
              <span>{address_text ?? address}</span>
              {media && (
                <Row as="span" inline gap={4} shrink size={13} className={styles.file} title={media.name}>
                  <IconPaperclip size={14} aria-label={t('File')} />
                  <span>{media.name}</span>
                </Row>
              )}
              <Text as="span" size={13} dimmed>
                {reason ? reasonText(reason) : ago(created_at)}
              </Text>
            </Row>
          ))}
        </PlainList>
      )}
    </Stack>
  )
}

const isFresh = (time: string) => Date.now() - Date.parse(time) < 20 * 60_000
const problemOf = (error: Error) =>
  error instanceof ApiError && error.fields[0] ? sentenceOf(error.fields[0], error.fields[0].message) : error.message
