// The lazy-loaded part of `TemplatePicker`: templates by name, with search.
import { Anchor, Popover, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ComponentProps, cloneElement, type KeyboardEvent, type ReactElement, useState } from 'react'
import { Link } from 'react-router'
import { templates } from '../../../contract/templates.ts'
import { query } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { excerpt } from '../../platform/lib/whatsapp-text.ts'
import { PlainList, Text } from '../../platform/ui/box.tsx'
import { useOpenOnMount } from '../../platform/ui/lazy-load.ts'
import styles from './template-list.module.css'

export interface TemplateChoice {
  onPick: (id: string) => Promise<void>
  /** Called after a template was chosen, to take the focus. */
  onClose: () => void
}

type TemplateListProps = TemplateChoice & { button: ReactElement<ComponentProps<'button'>> }

export function TemplateList({ button, onPick, onClose }: TemplateListProps) {
  const [isOpen, setOpen, opener] = useOpenOnMount()
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), 200)
  const { data } = useQuery({
    ...query(templates.list, { query: { per_page: 50, sort: 'name', ...(q && { q }) } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    enabled: isOpen,
  })
  async function pick(id: string) {
    setOpen(false)
    setTyped('')
    await onPick(id)
    onClose()
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} trapFocus position="top-start" width={320} closeOnEscape={false}>
      <Popover.Target>
        {cloneElement(button, { ref: opener, 'aria-expanded': isOpen, onClick: () => setOpen(!isOpen) })}
      </Popover.Target>
      <Popover.Dropdown
        className={styles.dropdown}
        aria-label={t('Templates')}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            // Keeps Escape from also closing a dialog around this list.
            event.stopPropagation()
            setOpen(false)
            opener.current?.focus()
          } else move(event)
        }}
      >
        <TextInput
          aria-label={t('Search templates')}
          placeholder={t('Search templates')}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          data-autofocus
        />
        {data && data.data.length === 0 ? (
          <Text size={13} dimmed mt={8} px={8}>
            {q ? t('No templates match') : t('No templates yet')}{' '}
            {!q && (
              <Anchor component={Link} to="/templates/add" inherit>
                {t('Add template')}
              </Anchor>
            )}
          </Text>
        ) : (
          <PlainList className={styles.list} aria-label={t('Templates')}>
            {data?.data.map(({ id, name, preview, media }) => (
              <li key={id}>
                <UnstyledButton className={styles.option} onClick={() => void pick(id)}>
                  {name}
                  <Text as="span" size={12} dimmed lines={2}>
                    {excerpt(preview)}
                  </Text>
                  {media && (
                    <Text as="span" size={12} dimmed>
                      {media.name}
                    </Text>
                  )}
                </UnstyledButton>
              </li>
            ))}
          </PlainList>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

/** The arrow keys move between the search field and the templates. */
function move(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, li button')]
  const next = stops[stops.indexOf(document.activeElement as HTMLElement) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}
