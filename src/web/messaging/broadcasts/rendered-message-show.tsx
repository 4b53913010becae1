// Pages through the rendered messages of the recipients, with search by name.
import { ActionIcon, Skeleton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconAlertTriangle, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Broadcast, broadcasts } from '../../../contract/broadcasts.ts'
import { query } from '../../api.ts'
import { number } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { Row, Stack, Text } from '../../platform/ui/box.tsx'
import { ErrorState } from '../../platform/ui/empty.tsx'
import { SearchField } from '../../platform/ui/search-field.tsx'
import { MessageShow } from './message-show.tsx'
import styles from './rendered-message-show.module.css'
import { useReasonText } from './use-reason-text.ts'

const perPage = 20

interface RenderedMessageShowProps {
  broadcast: Pick<Broadcast, 'id' | 'media'>
  /** Called with the contact whose message is shown; undefined for a group's, and while there is none. */
  onShown?: (contactId: string | undefined) => void
}

export function RenderedMessageShow({ broadcast: { id, media }, onShown }: RenderedMessageShowProps) {
  const reasonText = useReasonText()
  const [typed, setTyped] = useState('')
  const [place, setPlace] = useState(0)
  const [q] = useDebouncedValue(typed.trim(), 200)
  const page = Math.floor(place / perPage) + 1
  const { data, error, refetch } = useQuery({
    ...query(broadcasts.renderedMessages, { params: { id }, query: { page, per_page: perPage, ...(q && { q }) } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })
  const shown = data?.pagination.page === page ? data.data[place % perPage] : undefined
  const contactId = shown?.contact_id ?? undefined
  useEffect(() => onShown?.(contactId), [contactId, onShown])
  if (error) return <ErrorState error={error} onRetry={() => refetch()} />
  if (!data) return <Skeleton height="8rem" />
  const { total } = data.pagination
  return (
    <Stack gap={8}>
      <Row gap={8} justify="between" wrap>
        <SearchField
          label={t('Find a recipient')}
          value={typed}
          onChange={(text) => {
            setTyped(text)
            setPlace(0)
          }}
        />
        <Row as="span" gap={8} justify="between" wrap>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={t('Previous recipient')}
            disabled={place === 0}
            onClick={() => setPlace(place - 1)}
          >
            <IconChevronLeft size={18} aria-hidden />
          </ActionIcon>
          <Text as="span" size={13} figures textAlign="center" className={styles.place}>
            {total === 0 ? '—' : t('{place} of {total}', { place: number(place + 1), total: number(total) })}
          </Text>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={t('Next recipient')}
            disabled={place + 1 >= total}
            onClick={() => setPlace(place + 1)}
          >
            <IconChevronRight size={18} aria-hidden />
          </ActionIcon>
        </Row>
      </Row>
      <Stack role="status" gap={8} className={styles.shown}>
        {total === 0 && <p>{t('No matches.')}</p>}
        {shown && (
          <>
            <p className={styles.name}>
              <strong>{shown.name}</strong> <span>{shown.address_text}</span>
            </p>
            {shown.text === null ? (
              <Row as="p" gap={8} align="stretch" note fill="warning">
                <IconAlertTriangle size={16} aria-hidden />
                <span>{t('No message. {reason}.', { reason: reasonText(shown.reason ?? '') })}</span>
              </Row>
            ) : (
              <MessageShow text={shown.text} media={media} />
            )}
          </>
        )}
      </Stack>
    </Stack>
  )
}
