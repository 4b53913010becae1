// Global search dialog: one field finds records and actions. A combobox, so that screen readers announce the
// selected choice while the focus stays in the field.
import { CloseButton, Loader, Modal } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconArrowDown, IconArrowUp, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { search } from '../../../contract/search.ts'
import { query, shownOwner } from '../../api.ts'
import { useAllows, useMayOpen } from '../../platform/lib/permissions.ts'
import { t } from '../../platform/lib/text.ts'
import { Row } from '../../platform/ui/box.tsx'
import { useIsPhone } from '../../platform/ui/breakpoints.ts'
import { useFocusRestore } from '../../platform/ui/focus-restore.ts'
import type { Action } from './actions.ts'
import { ChoiceList } from './choice-list.tsx'
import { type Choice, choicesOf } from './choices.ts'
import { useCommands } from './commands.ts'
import { keepRecent, recentOf } from './recent.ts'
import styles from './record-find-dialog.module.css'

/** Debounce: long enough for the next letter, short enough to be unnoticed. */
const pauseMs = 120

interface RecordFindDialogProps {
  /** Pages and actions that the layout offers. */
  pages: readonly Action[]
  commands: readonly Action[]
  onClose: () => void
}

export default function RecordFindDialog({ pages, commands, onClose }: RecordFindDialogProps) {
  useFocusRestore()
  const [typed, setTyped] = useState('')
  const q = typed.trim().replace(/\s+/g, ' ')
  const { data, error, isFresh, isFetching, refetch } = useFound(q)
  const user = shownOwner()
  const [recent] = useState(() => recentOf(user))
  const settings = useCommands()
  const [allows, mayOpen] = [useAllows(), useMayOpen()]
  const groups = choicesOf({
    ...{ q, found: data, recent, pages },
    commands: [...settings, ...commands],
    isFresh: isFresh && !error,
    isAllowed: ({ path, permission }) => [permission ?? []].flat().every(allows) && (!path || mayOpen(path)),
  })
  const choices = groups.flatMap((group) => group.choices)
  const [chosenId, setChosenId] = useState<string>()
  const chosen = choices.find(({ id }) => id === chosenId) ?? choices[0]
  const open = useOpener(user, onClose)
  // Enter was pressed before the results arrived: it applies to the new results, not to the earlier ones.
  const [isAwaited, setAwaited] = useState(false)
  useEffect(() => {
    if (!isAwaited || !isFresh) return
    setAwaited(false)
    if (choices[0]) open(choices[0])
  })
  const isSmall = useIsPhone()
  const list = useId()

  const onKeyDown = (event: KeyboardEvent) => {
    // An input method is composing and uses these keys itself.
    if (event.nativeEvent.isComposing) return
    const step = steps[event.key]
    if (event.key === 'Enter') {
      event.preventDefault()
      if (!isFresh) setAwaited(true)
      else if (chosen) open(chosen)
    } else if (step && choices.length > 0) {
      event.preventDefault()
      const at = chosen ? choices.indexOf(chosen) : -1
      setChosenId(choices[(at + step + choices.length) % choices.length]!.id)
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      attributes={{ content: { 'aria-label': t('Search everywhere') } }}
      withCloseButton={false}
      fullScreen={isSmall}
      centered={false}
      yOffset="10vh"
      size="42rem"
      padding={0}
      radius={isSmall ? 0 : 'lg'}
      transitionProps={{ duration: 0 }}
      classNames={{ body: styles.body, content: styles.content }}
    >
      <Row gap={8} fixed className={styles.head}>
        <IconSearch size={18} aria-hidden className={styles.glass} />
        <input
          className={styles.field}
          role="combobox"
          aria-label={t('Search everywhere')}
          aria-expanded={choices.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={chosen && `${list}-${chosen.id}`}
          placeholder={t('People, investors, investments, broadcasts, actions…')}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setChosenId(undefined)
            setAwaited(false)
          }}
          onKeyDown={onKeyDown}
          maxLength={200}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          data-autofocus
        />
        <Row as="span" inline align="stretch" fixed className={styles.wait}>
          {isFetching && <Loader size={16} aria-label={t('Searching…')} />}
        </Row>
        <CloseButton aria-label={t('Close')} onClick={onClose} size={isSmall ? 'lg' : 'md'} />
      </Row>
      <ChoiceList
        id={list}
        groups={groups}
        q={q}
        chosen={chosen}
        onChosen={({ id }) => setChosenId(id)}
        onOpen={open}
        isStale={!isFresh}
        error={error}
        onRetry={refetch}
      />
      <Row
        as="p"
        gap={16}
        align="stretch"
        fixed
        size={12}
        dimmed
        py={8}
        px={16}
        lineAbove
        className={styles.foot}
        aria-hidden
      >
        <span>
          <kbd>
            <IconArrowUp size={12} />
          </kbd>{' '}
          <kbd>
            <IconArrowDown size={12} />
          </kbd>{' '}
          {t('choose')}
        </span>
        <span>
          <kbd>Enter</kbd> {t('open')}
        </span>
        <span>
          <kbd>Esc</kbd> {t('close')}
        </span>
      </Row>
    </Modal>
  )
}

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/** Earlier results are shown until new ones arrive; superseded requests are aborted. */
function useFound(q: string) {
  const [debouncedQuery] = useDebouncedValue(q, pauseMs)
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...query(search.everywhere, { query: { q: debouncedQuery } }),
    enabled: debouncedQuery !== '' && q !== '',
    // Keeps results of any earlier request while the input is not empty.
    placeholderData: (before) => (debouncedQuery === '' ? undefined : before),
    // Another user may have added the record since.
    staleTime: 0,
    gcTime: 60_000,
  })
  const isFresh = q === '' || (q === debouncedQuery && !isPlaceholderData && (data !== undefined || error !== null))
  return { data: q === '' ? undefined : data?.data, error: q === '' ? null : error, isFresh, isFetching, refetch }
}

function useOpener(user: string | undefined, onClose: () => void) {
  const navigate = useNavigate()
  const isOpened = useRef(false)
  return (choice: Choice) => {
    // A second click during navigation is ignored.
    if (isOpened.current) return
    isOpened.current = true
    if (choice.record) keepRecent(user, choice.record)
    onClose()
    choice.run?.()
    if (choice.path) navigate(choice.path)
  }
}
