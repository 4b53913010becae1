// Button above a list that opens its import. The URL holds the import, so that a reload reopens it.
import { Button, type Menu } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import type { ImportKind } from '../../../contract/imports.ts'
import { useMay } from '../../platform/lib/permissions.ts'
import { t } from '../../platform/lib/text.ts'
import { titleText } from './titles.ts'

const ImportDialog = lazy(() => import('./record-import-dialog.tsx'))

/** Hidden from users who do not see amounts, because files may contain them. `button`: false if an item of a menu opens the dialog instead. */
export function ImportPanel({ kind, button = true }: { kind: ImportKind; button?: boolean }) {
  const running = useImport()
  if (!useMay('see_amounts')) return null
  return (
    <>
      {button && (
        <Button
          variant="default"
          leftSection={<IconFileImport size={16} aria-hidden />}
          onClick={() => running.open('new')}
        >
          {t('Import')}
        </Button>
      )}
      {running.id && (
        <Suspense>
          <ImportDialog kind={kind} id={running.id} onId={running.open} onClose={running.close} />
        </Suspense>
      )}
    </>
  )
}

/** The same action as an item of a menu. */
export function ImportItem({ item }: { item: typeof Menu.Item }) {
  const { open } = useImport()
  const Item = item
  if (!useMay('see_amounts')) return null
  return (
    <Item leftSection={<IconFileImport size={16} aria-hidden />} closeMenuOnClick onClick={() => open('new')}>
      {t('Import')}
    </Item>
  )
}

/** The same for an empty list. */
export function ImportStart({ kind, variant = 'filled' }: { kind: ImportKind; variant?: 'filled' | 'default' }) {
  const running = useImport()
  if (!useMay('see_amounts')) return null
  return (
    <Button
      variant={variant}
      leftSection={<IconFileImport size={16} aria-hidden />}
      onClick={() => running.open('new')}
    >
      {titleText(kind)}
    </Button>
  )
}

function useImport() {
  const [params, setParams] = useSearchParams()
  const change = (id: string | null) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        if (id) after.set('import', id)
        else after.delete('import')
        return after
      },
      { replace: true },
    )
  return { id: params.get('import'), open: (id: string) => change(id), close: () => change(null) }
}
