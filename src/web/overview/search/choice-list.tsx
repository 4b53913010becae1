// Search results in groups, with matches highlighted.
import { Button, VisuallyHidden } from '@mantine/core'
import { Fragment, useEffect } from 'react'
import type { BroadcastStatus } from '../../../contract/broadcasts.ts'
import { BroadcastBadge } from '../../messaging/broadcasts/broadcast-badge.tsx'
import { money } from '../../platform/lib/money.ts'
import { t } from '../../platform/lib/text.ts'
import { ToneBadge } from '../../platform/ui/badge.tsx'
import { Row, Stack, Text } from '../../platform/ui/box.tsx'
import { ColorBadge } from '../../platform/ui/color-badge.tsx'
import styles from './choice-list.module.css'
import type { Choice, ChoiceGroup } from './choices.ts'
import { highlighted } from './highlight.ts'
import type { Recent } from './recent.ts'

interface ChoiceListProps {
  id: string
  groups: ChoiceGroup[]
  q: string
  chosen: Choice | undefined
  onChosen: (choice: Choice) => void
  onOpen: (choice: Choice) => void
  /** Whether the results are for an earlier input. */
  isStale: boolean
  error: Error | null
  onRetry: () => void
}

export function ChoiceList({ id, groups, q, chosen, onChosen, onOpen, isStale, error, onRetry }: ChoiceListProps) {
  const chosenId = chosen?.id
  useEffect(() => {
    if (chosenId) document.getElementById(`${id}-${chosenId}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, chosenId])
  const nothing = !isStale && !error && q !== '' && !groups.some(({ choices }) => choices.some(({ record }) => record))
  const count = groups.reduce((sum, { choices }) => sum + choices.length, 0)
  return (
    <div className={styles.room} data-stale={isStale || undefined}>
      {error && (
        <Row gap={16} justify="between" dimmed className={styles.said} role="alert">
          {error.message}
          <Button size="compact-sm" variant="default" onClick={onRetry}>
            {t('Retry')}
          </Button>
        </Row>
      )}
      {nothing && (
        <Row as="p" gap={16} justify="between" dimmed className={styles.said}>
          {t('No results for “{text}”.', { text: q })}
        </Row>
      )}
      <VisuallyHidden component="p" role="status">
        {isStale
          ? ''
          : nothing
            ? t('No results for “{text}”.', { text: q })
            : t.plural(count, 'one choice', '{count} choices')}
      </VisuallyHidden>
      <div id={id} role="listbox" aria-label={t('Search everywhere')} className={styles.list}>
        {groups.map((group, nth) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
          <div key={group.title} role="group" aria-labelledby={`${id}-group${nth}`}>
            <Text
              as="div"
              id={`${id}-group${nth}`}
              size={13}
              weight={600}
              dimmed
              className={styles.title}
              role="presentation"
            >
              {group.title}
            </Text>
            {group.choices.map((choice) => (
              <Option
                key={choice.id}
                id={`${id}-${choice.id}`}
                choice={choice}
                q={q}
                isChosen={choice.id === chosenId}
                onChosen={onChosen}
                onOpen={onOpen}
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}

interface OptionProps {
  id: string
  choice: Choice
  q: string
  isChosen: boolean
  onChosen: (choice: Choice) => void
  onOpen: (choice: Choice) => void
}

function Option({ id, choice, q, isChosen, onChosen, onOpen }: OptionProps) {
  const { title, icon: Icon, record, keys } = choice
  const isOwn = choice.id.startsWith('more-') || choice.id.startsWith('add-')
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which has the keys
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      className={styles.option}
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={() => isChosen || onChosen(choice)}
      onClick={() => onOpen(choice)}
    >
      <Icon size={18} stroke={1.7} aria-hidden className={styles.icon} />
      <Stack as="span" grow>
        <Text as="span" truncate className={styles.name} dir="auto">
          {isOwn ? title : <Marked text={title} q={q} />}
        </Text>
        {record && <About record={record} q={q} />}
      </Stack>
      {record && <State record={record} />}
      {keys && (
        <Row as="span" gap={4} fixed className={styles.keys} aria-hidden>
          {keys.map((key, nth) => (
            <kbd key={nth}>{key}</kbd>
          ))}
        </Row>
      )}
    </div>
  )
}

/** Details that distinguish it from others of its name. */
function About({ record, q }: { record: Recent; q: string }) {
  const { code, phone_text, details, amount, currency } = record
  const facts = [code, phone_text, ...details, amount && currency && money(amount, currency)].filter(
    (fact): fact is string => Boolean(fact),
  )
  if (facts.length === 0) return null
  return (
    <Text as="span" size={13} dimmed truncate>
      {facts.map((fact, nth) => (
        <Fragment key={fact}>
          {nth > 0 && ' · '}
          <Marked text={fact} q={q} />
        </Fragment>
      ))}
    </Text>
  )
}

function State({ record: { kind, state, status } }: { record: Recent }) {
  if (status) return <ColorBadge color={status.color}>{status.name}</ColorBadge>
  if (kind === 'broadcast') return <BroadcastBadge status={state as BroadcastStatus} />
  if (state === 'archived') return <ToneBadge tone="neutral">{t('Archived')}</ToneBadge>
  if (state === 'done') return <ToneBadge tone="neutral">{t('Done')}</ToneBadge>
  if (state === 'closed') return <ToneBadge tone="neutral">{t('Closed')}</ToneBadge>
  return null
}

function Marked({ text, q }: { text: string; q: string }) {
  return highlighted(text, q).map((part, nth) =>
    part.isMarked ? <mark key={nth}>{part.text}</mark> : <Fragment key={nth}>{part.text}</Fragment>,
  )
}
