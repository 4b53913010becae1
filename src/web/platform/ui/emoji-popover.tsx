// The lazy-loaded part of `EmojiPicker`: a search field and a grid that the arrow keys move in.
import { Popover, TextInput, UnstyledButton } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { type ComponentProps, cloneElement, type KeyboardEvent, type ReactElement, useRef, useState } from 'react'
import { t } from '../lib/text.ts'
import { Text } from './box.tsx'
import { emojisFor } from './emoji-names.ts'
import styles from './emoji-popover.module.css'
import { useOpenOnMount } from './lazy-load.ts'

export interface EmojiChoice {
  /** Called with the chosen emoji. It must take the focus, because the button does not take it back. */
  onPick: (emoji: string) => void
}

interface EmojiPopoverProps extends EmojiChoice {
  button: ReactElement<ComponentProps<'button'>>
}

export function EmojiPopover({ button, onPick }: EmojiPopoverProps) {
  const [isOpen, setOpen, opener] = useOpenOnMount()
  const ref = useMergedRef(opener, button.props.ref)
  const close = () => {
    setOpen(false)
    opener.current?.focus()
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} trapFocus position="bottom-start" width={340} closeOnEscape={false}>
      <Popover.Target>
        {cloneElement(button, { ref, 'aria-expanded': isOpen, onClick: () => setOpen(!isOpen) })}
      </Popover.Target>
      <Popover.Dropdown
        className={styles.dropdown}
        aria-label={t('Emoji')}
        // Keeps Escape from also closing a dialog around the picker.
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          close()
        }}
      >
        <Choice
          onPick={(sign) => {
            setOpen(false)
            onPick(sign)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

function Choice({ onPick }: EmojiChoice) {
  const [search, setSearch] = useState('')
  const [name, setName] = useState('')
  const grid = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const found = emojisFor(search)
  const buttons = () => [...(grid.current?.querySelectorAll('button') ?? [])]
  const onArrow = (event: KeyboardEvent<HTMLDivElement>) => {
    const all = buttons()
    const at = all.indexOf(document.activeElement as HTMLButtonElement)
    const row = all.filter(({ offsetTop }) => offsetTop === all[0]!.offsetTop).length
    const keys = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: row, ArrowUp: -row, Home: -at, End: all.length }
    const step = keys[event.key as keyof typeof keys]
    if (at < 0 || step === undefined) return
    event.preventDefault()
    if (at + step < 0) field.current?.focus()
    else all[Math.min(at + step, all.length - 1)]!.focus()
  }
  return (
    <>
      <TextInput
        ref={field}
        type="search"
        data-autofocus
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        aria-label={t('Search emojis')}
        placeholder={t('Search emojis')}
        leftSection={<IconSearch size={16} aria-hidden />}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'Enter') return
          // Keeps Enter from submitting a form around the picker.
          event.preventDefault()
          if (event.key === 'ArrowDown') buttons()[0]?.focus()
          else if (found[0] && search.trim()) onPick(found[0].sign)
        }}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a group of buttons, not of form fields */}
      <div ref={grid} role="group" aria-label={t('Emoji')} className={styles.grid} onKeyDown={onArrow}>
        {found.map(({ sign, name }, index) => (
          <UnstyledButton
            key={sign}
            className={styles.emoji}
            tabIndex={index === 0 ? 0 : -1}
            aria-label={name}
            onClick={() => onPick(sign)}
            onFocus={() => setName(name)}
            onMouseEnter={() => setName(name)}
          >
            {sign}
          </UnstyledButton>
        ))}
      </div>
      <Text size={12} dimmed className={styles.name} role="status">
        {found.length === 0
          ? t('No emojis match')
          : search
            ? t.plural(found.length, 'one emoji', '{count} emojis')
            : name}
      </Text>
    </>
  )
}
