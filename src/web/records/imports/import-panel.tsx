// Button above a list that opens its import. The URL holds the import, so that a reload reopens it.
import { Button } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import type { ImportKind } from '../../../contract/imports.ts'
import { t } from '../../platform/lib/text.ts'
import { titleText } from './words.ts'

const ImportDialog = lazy(() => import('./record-import-dialog.tsx'))

export function ImportPanel({ kind }: { kind: ImportKind }) {
  const running = useImport()
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileImport size={16} aria-hidden />}
        onClick={() => running.open('new')}
      >
        {t('Import')}
      </Button>
      {running.id && (
        <Suspense>
          <ImportDialog kind={kind} id={running.id} onId={running.open} onClose={running.close} />
        </Suspense>
      )}
    </>
  )
}

/** The same for an empty list. */
export function ImportStart({ kind, variant = 'filled' }: { kind: ImportKind; variant?: 'filled' | 'default' }) {
  const running = useImport()
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
