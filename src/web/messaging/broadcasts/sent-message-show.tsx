// The message of a started broadcast as one recipient got it.
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Broadcast, broadcasts } from '../../../contract/broadcasts.ts'
import { query } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { Stack, Text } from '../../platform/ui/box.tsx'
import { MessageShow } from './message-show.tsx'

export function SentMessageShow({ broadcast: { id, body, media } }: { broadcast: Broadcast }) {
  const page = useQuery(query(broadcasts.recipients, { params: { id }, query: { per_page: 50, sort: 'name' } }))
  if (page.isPending) return <Skeleton height="8rem" />
  const shown = page.data?.data.find(({ text, sent_at }) => text !== null && sent_at !== null)
  if (!shown) return <MessageShow text={body} media={media} />
  return (
    <Stack gap={8}>
      <Text size={13} dimmed>
        {t('As {name} got it.', { name: shown.name })}
      </Text>
      <MessageShow text={shown.text!} media={media} />
    </Stack>
  )
}
