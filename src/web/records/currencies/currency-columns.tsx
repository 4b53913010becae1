// Columns of the enabled currencies.
import { ActionIcon, Button, VisuallyHidden } from '@mantine/core'
import { IconDots, IconFlag, IconPlus, IconTrash } from '@tabler/icons-react'
import type { EnabledCurrency } from '../../../contract/currencies.ts'
import { calendarDay, number } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { ToneBadge } from '../../platform/ui/badge.tsx'
import { Row, Stack, Text } from '../../platform/ui/box.tsx'
import { type Columns, columnsOf } from '../../platform/ui/data-table.tsx'
import { May } from '../../platform/ui/may.tsx'
import { ActionMenu } from '../../platform/ui/menu.tsx'
import styles from './currency-columns.module.css'
import { ageText, currencyName, daysBetween, pairText } from './currency-text.ts'

type CurrencyRow = EnabledCurrency & { id: string }
interface CurrencyColumnsInput {
  base: EnabledCurrency | undefined
  onBase: (currency: EnabledCurrency) => void
  onDisable: (currency: EnabledCurrency) => void
  onRate: (currency: EnabledCurrency) => void
}

const column = columnsOf<CurrencyRow>()

export const currencyColumns = (input: CurrencyColumnsInput): Columns<CurrencyRow> =>
  column.columns([
    column.accessor('code', {
      header: t('Currency'),
      meta: { card: 'title' },
      cell: ({ row: { original } }) => (
        <Row as="span" gap={10} rowGap={2} wrap className={styles.currency}>
          <strong>{original.code}</strong>
          <span>{currencyName(original.code)}</span>
          {original.is_base && <ToneBadge tone="accent">{t('Base')}</ToneBadge>}
        </Row>
      ),
    }),
    column.display({
      id: 'in_base',
      header: t('Rate today'),
      meta: { width: '38%', least: 14 },
      cell: ({ row: { original } }) => <Worth row={original} {...input} />,
    }),
    column.accessor('in_use', {
      header: t('In use by'),
      meta: { width: '9rem', wide: true },
      cell: ({ getValue }) =>
        getValue() > 0 ? (
          t.plural(getValue(), '{count} record', '{count} records', { count: number(getValue()) })
        ) : (
          <Text as="span" size={13} dimmed>
            {t('Not used')}
          </Text>
        ),
    }),
    column.display({
      id: 'more',
      header: () => <VisuallyHidden>{t('Actions')}</VisuallyHidden>,
      meta: { width: '5.5rem', card: 'aside', align: 'end' },
      cell: ({ row: { original } }) =>
        !original.is_base && (
          <May permission="manage_settings">
            <More row={original} {...input} />
          </May>
        ),
    }),
  ])

function Worth({ row, base, onRate }: { row: CurrencyRow } & CurrencyColumnsInput) {
  const { code, is_base, in_base } = row
  if (is_base)
    return (
      <Text as="span" size={13} dimmed>
        {t('Totals use this currency')}
      </Text>
    )
  if (!base || !in_base.rate || !in_base.day) {
    return (
      <Row as="span" inline gap={2} rowGap={2} wrap>
        <ToneBadge tone={row.in_use > 0 ? 'warning' : 'neutral'}>{t('No rate')}</ToneBadge>
        <May permission="manage_settings">
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => onRate(row)}
          >
            {t('Add rate')}
          </Button>
        </May>
      </Row>
    )
  }
  const days = daysBetween(in_base.day, base.in_base.day ?? in_base.day)
  return (
    <Stack as="span" gap={2} align="start" figures>
      <span>{pairText(code, base.code, in_base.rate)}</span>
      <Text as="span" size={13} dimmed tone={in_base.is_old ? 'warning' : undefined}>
        {in_base.path === 'inverse'
          ? t('of {day}, inverted', { day: calendarDay(in_base.day) })
          : t('of {day}', { day: calendarDay(in_base.day) })}{' '}
        ({ageText(days)})
      </Text>
    </Stack>
  )
}

function More({ row, onBase, onDisable, onRate }: { row: CurrencyRow } & CurrencyColumnsInput) {
  return (
    <ActionMenu
      width={230}
      button={
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('More for {name}', { name: row.code })}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      }
    >
      {(Menu) => (
        <>
          <Menu.Item leftSection={<IconPlus size={16} aria-hidden />} onClick={() => onRate(row)}>
            {t('Add rate')}
          </Menu.Item>
          <Menu.Item leftSection={<IconFlag size={16} aria-hidden />} onClick={() => onBase(row)}>
            {t('Set as base currency')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconTrash size={16} aria-hidden />}
            disabled={row.in_use > 0}
            rightSection={
              row.in_use > 0 && (
                <Text as="span" size={12}>
                  {t('In use')}
                </Text>
              )
            }
            onClick={() => onDisable(row)}
          >
            {t('Remove')}
          </Menu.Item>
        </>
      )}
    </ActionMenu>
  )
}
