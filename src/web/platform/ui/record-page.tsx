// Record page: loading, not found, and the position in the list that it was opened from.
import { Skeleton } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { useRecordPager } from '../lib/use-record-pager.ts'
import { isMissing, Missing } from './empty.tsx'
import { Page } from './page.tsx'
import { RecordPager } from './record-pager.tsx'
import { Section } from './section.tsx'
import { SkeletonLines } from './skeleton-lines.tsx'

interface RecordPageProps<Row> {
  /** The query of the record, refetched regularly: the record may be deleted while the page is open. */
  query: { data: Row | undefined; error: unknown; refetch: () => unknown }
  place: Pick<ReturnType<typeof useRecordPager>, 'list' | 'steps' | 'hasPlace'>
  words: {
    /** “Contacts”, the list */
    list: string
    /** “Contact” */
    one: string
    /** “Contact not found” */
    missing: string
  }
  icon: TablerIcon
  /** The list's path, for a record that was not opened from a list. */
  path: string
  /** Height of the first section's skeleton, in rem. */
  height: number
  title: (row: Row) => ReactNode
  subtitle: (row: Row) => ReactNode
  actions: (row: Row) => ReactNode
  children: (row: Row) => ReactNode
}

export function RecordPage<Row>({ query: { data, error, refetch }, place, words, ...props }: RecordPageProps<Row>) {
  const around = {
    back: { to: place.list, label: words.list },
    steps: place.hasPlace && <RecordPager steps={place.steps} />,
  }
  if (data === undefined || isMissing(error)) {
    return (
      <Page title={error ? words.one : <Skeleton width="12rem" height={24} />} {...around}>
        <Section>
          {error ? (
            <Missing
              error={error}
              onRetry={refetch}
              icon={props.icon}
              title={words.missing}
              list={{ to: props.path, label: words.list }}
            />
          ) : (
            <SkeletonLines height={props.height} />
          )}
        </Section>
      </Page>
    )
  }
  return (
    <Page title={props.title(data)} subtitle={props.subtitle(data)} {...around} actions={props.actions(data)}>
      {props.children(data)}
    </Page>
  )
}
