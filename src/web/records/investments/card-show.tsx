// Card of an investment on the board: a link to it, and the ways to move it.
import { ActionIcon } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { BoardColumn, Investment } from '../../../contract/investments.ts'
import { calendarDay } from '../../platform/lib/format.ts'
import { useMay } from '../../platform/lib/permissions.ts'
import { isZero } from '../../platform/lib/progress.ts'
import { t } from '../../platform/lib/text.ts'
import { ToneBadge } from '../../platform/ui/badge.tsx'
import type { BoardCardParts } from '../../platform/ui/board.tsx'
import { Row, Text } from '../../platform/ui/box.tsx'
import { ColorDot } from '../../platform/ui/color-badge.tsx'
import { ExactAmount } from '../../platform/ui/exact-amount.tsx'
import { ActionMenu } from '../../platform/ui/menu.tsx'
import { StageBadge } from '../master-data/stage-badge.tsx'
import { StatusBadge } from '../master-data/status-badge.tsx'
import { type BoardBy, columnOf, keyOf, nameOfColumn, worthOf } from './board-columns.ts'
import styles from './board-show.module.css'

interface CardShowProps extends BoardCardParts {
  card: Investment
  by: BoardBy
  /** Appended to the card's link, so that its page leads back to this board. */
  way: string
  /** Columns that the card can be moved to. */
  targets: readonly BoardColumn[]
}

export function CardShow({ card, by, way, targets, handle, move }: CardShowProps) {
  const { id, title, title_is_automatic, investor, offering, stage, status, owner, currency, overdue } = card
  const below = title_is_automatic ? offering?.name : [investor.name, offering?.name].filter(Boolean).join(' · ')
  const amount = worthOf(card)
  const mayEdit = useMay('edit')
  const others = targets.filter((column) => keyOf(column) !== columnOf(card, by))
  return (
    <div className={styles.body}>
      <Row gap={4} align="start">
        <Text as="div" grow>
          <Link to={`/investments/${id}${way}`} className={styles.open} draggable={false} title={title}>
            <Text as="span" weight={500} breakWords lines={2}>
              {title_is_automatic ? investor.name : title}
            </Text>
          </Link>
          {below && (
            <Text size={12} dimmed truncate>
              {below}
            </Text>
          )}
        </Text>
        <Row fixed className={styles.tools}>
          {handle}
          {mayEdit && others.length > 0 && (
            <ActionMenu
              button={
                <ActionIcon variant="subtle" color="gray" size={24} aria-label={t('Move {name} to …', { name: title })}>
                  <IconDots size={16} aria-hidden />
                </ActionIcon>
              }
            >
              {(Menu) => (
                <>
                  <Menu.Label>{t('Move to')}</Menu.Label>
                  {others.map((column) => (
                    <Menu.Item
                      key={keyOf(column)}
                      leftSection={column.color && <ColorDot color={column.color} />}
                      onClick={() => move(keyOf(column))}
                    >
                      {nameOfColumn(column)}
                    </Menu.Item>
                  ))}
                </>
              )}
            </ActionMenu>
          )}
        </Row>
      </Row>
      {amount !== null && (
        <Text figures mt={6}>
          <ExactAmount amount={amount} currency={currency} />
        </Text>
      )}
      <Details>
        {by === 'stage' && <StatusBadge status={status} />}
        {by === 'status' && stage && <StageBadge stage={stage} />}
        {!isZero(overdue) && <ToneBadge tone="bad">{t('overdue')}</ToneBadge>}
        {card.expected_close_on && (status.category === 'prospect' || status.category === 'soft') && (
          <Text as="span" nowrap title={t('Expected close')}>
            {calendarDay(card.expected_close_on)}
          </Text>
        )}
        {owner && (
          <Text as="span" truncate pushEnd title={t('Owner')}>
            {owner.name}
          </Text>
        )}
      </Details>
    </div>
  )
}

function Details({ children }: { children: React.ReactNode[] }) {
  return children.some(Boolean) ? (
    <Row gap={8} rowGap={4} wrap mt={6} className={styles.details}>
      {children}
    </Row>
  ) : null
}
