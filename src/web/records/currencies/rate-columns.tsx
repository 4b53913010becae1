// Columns of the exchange rates.
import { ActionIcon, VisuallyHidden } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import type { ExchangeRate, RateSource } from '../../../contract/currencies.ts'
import { calendarDay } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { Ago } from '../../platform/ui/ago.tsx'
import { ToneBadge } from '../../platform/ui/badge.tsx'
import { Row } from '../../platform/ui/box.tsx'
import { type Columns, columnsOf } from '../../platform/ui/data-table.tsx'
import { May } from '../../platform/ui/may.tsx'
import { rateText, significant } from './currency-text.ts'

interface RateColumnsInput {
  onEdit: (rate: ExchangeRate) => void
  onRemove: (rate: ExchangeRate) => void
}

const column = columnsOf<ExchangeRate>()

export const rateColumns = ({ onEdit, onRemove }: RateColumnsInput): Columns<ExchangeRate> =>
  column.columns([
    column.accessor('rate', {
      header: t('Rate'),
      meta: { card: 'title', least: 13 },
      cell: ({ row: { original } }) => <Rate rate={original} />,
    }),
    column.accessor('day', {
      header: t('From date'),
      meta: { sort: 'day', width: '10rem' },
      cell: ({ getValue }) => calendarDay(getValue()),
    }),
    column.accessor('source', {
      header: t('Source'),
      meta: { width: '14rem' },
      cell: ({ getValue }) => sourceText(getValue()),
    }),
    column.accessor('updated_at', {
      header: t('Changed'),
      meta: { sort: 'updated_at', wide: true, width: '9rem', card: 'hidden' },
      cell: ({ getValue }) => <Ago time={getValue()} />,
    }),
    column.display({
      id: 'actions',
      header: () => <VisuallyHidden>{t('Actions')}</VisuallyHidden>,
      meta: { width: '6.5rem', card: 'aside', align: 'end' },
      cell: ({ row: { original } }) => (
        <May permission="manage_settings">
          <Row as="span" inline gap={2}>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('Edit: {field}', { field: nameOf(original) })}
              onClick={() => onEdit(original)}
            >
              <IconPencil size={16} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('Delete: {name}', { name: nameOf(original) })}
              onClick={() => onRemove(original)}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </Row>
        </May>
      ),
    }),
  ])

export function sourceText(source: RateSource): string {
  if (source === 'ecb') return t('European Central Bank')
  return source === 'import' ? t('From a file') : t('Manual')
}

function Rate({ rate }: { rate: ExchangeRate }) {
  const { from_currency: from, to_currency: to, rate: value, reversed } = rate
  return (
    <Row as="span" inline gap={10} rowGap={2} wrap figures>
      <span title={rateText(from, to, value)}>{rateText(from, to, significant(value, 10))}</span>
      {reversed && (
        <span title={t('The reverse rate also exists for this day. Each applies in its own direction.')}>
          <ToneBadge tone="warning">
            {t('Also {rate}', { rate: rateText(to, from, significant(reversed, 6)) })}
          </ToneBadge>
        </span>
      )}
    </Row>
  )
}

const nameOf = ({ from_currency, to_currency, day }: ExchangeRate) =>
  `${from_currency}–${to_currency}, ${calendarDay(day)}`
