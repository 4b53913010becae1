// Pager: which rows of how many are shown, and links to the other pages.
import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { number } from '../lib/format.ts'
import { t } from '../lib/text.ts'
import { Row, Text } from './box.tsx'
import styles from './pager.module.css'

export interface Pagination {
  page: number
  per_page: number
  total: number
  total_pages: number
}

interface PagerProps {
  /** Accessible name: what is paged. */
  label: string
  pagination: Pagination
  onPage: (page: number) => void
  note?: ReactNode
}

export function Pager({ label, pagination, onPage, note }: PagerProps) {
  const { page, per_page, total, total_pages } = pagination
  const first = Math.min((page - 1) * per_page + 1, total)
  const last = Math.min(page * per_page, total)
  return (
    <Row
      as="nav"
      gap={16}
      rowGap={8}
      justify="between"
      wrap
      mt={12}
      size={13}
      dimmed
      figures
      px={4}
      className={styles.pager}
      aria-label={t('Pages: {list}', { list: label })}
    >
      <Row gap={16} rowGap={4} wrap shrink>
        <Text aria-live="polite">
          {t('{first}–{last} of {total}', { first: number(first), last: number(last), total: number(total) })}
        </Text>
        {note}
      </Row>
      {total_pages > 1 && (
        <Row gap={10}>
          <ActionIcon
            variant="default"
            aria-label={t('Previous page')}
            disabled={page <= 1}
            onClick={() => onPage(page - 1)}
          >
            <IconChevronLeft size={16} aria-hidden />
          </ActionIcon>
          <span>{t('Page {page} of {pages}', { page: number(page), pages: number(total_pages) })}</span>
          <ActionIcon
            variant="default"
            aria-label={t('Next page')}
            disabled={page >= total_pages}
            onClick={() => onPage(page + 1)}
          >
            <IconChevronRight size={16} aria-hidden />
          </ActionIcon>
        </Row>
      )}
    </Row>
  )
}
