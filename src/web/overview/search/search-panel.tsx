// Entry to the global search: a field in the top bar, and Ctrl-K or ⌘K anywhere.
import { UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { tokens } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import type { Action } from './actions.ts'
import { forgetRecent } from './recent.ts'
import styles from './search-panel.module.css'

const load = () => import('./record-find-dialog.tsx')
const RecordFindDialog = lazy(load)

interface SearchPanelProps {
  /** Pages that the search can open. */
  pages: readonly Action[]
  /** Actions that the search can run, such as changing the theme. */
  commands: readonly Action[]
}

export function SearchPanel({ pages, commands }: SearchPanelProps) {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isShortcut = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (!isShortcut || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      // Never on top of another dialog, which must be answered first.
      setOpen((before) => !before && !document.querySelector('[role="dialog"][aria-modal="true"]'))
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  // Signing out clears the recent names.
  useEffect(
    () => () => {
      if (!tokens.access()) forgetRecent()
    },
    [],
  )
  return (
    <>
      <UnstyledButton
        className={styles.button}
        aria-label={t('Search everywhere')}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onPointerEnter={load}
        onFocus={load}
        onClick={() => setOpen(true)}
      >
        <IconSearch size={16} aria-hidden />
        <span className={styles.text}>{t('Search…')}</span>
        <kbd className={styles.keys}>{isApple ? '⌘K' : 'Ctrl K'}</kbd>
      </UnstyledButton>
      {isOpen && (
        <Suspense>
          <RecordFindDialog pages={pages} commands={commands} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)
