// Merge dialog for version conflicts: shows both versions side by side and lets the user choose field by field.
import { Button, Modal, Radio } from '@mantine/core'
import { useState } from 'react'
import { t } from '../lib/text.ts'
import styles from './conflict-dialog.module.css'
import { DialogButtons, DialogText } from './dialog.tsx'
import { useFocusRestore } from './focus-restore.ts'

type Version = Record<string, unknown>
interface ConflictDialogProps {
  /** Labels of the fields to compare, by name. */
  labels: Record<string, string>
  /** The version read before editing, the user's edited version, and the current one. */
  base: Version
  mine: Version
  theirs: Version
  /** Formats a value that is an id or a code. */
  wording?: (name: string, value: unknown) => string
  /** Receives the merged version, to be saved over the current one. */
  onResolve: (merged: Version) => unknown
  onClose: () => void
}

export default function ConflictDialog(props: ConflictDialogProps) {
  const { labels, base, mine, theirs, wording = (_, value) => String(value), onResolve, onClose } = props
  useFocusRestore()
  const names = Object.keys(labels).filter((name) => !isSame(mine[name], theirs[name]))
  // A field that only the other user changed defaults to their value.
  const [mineKept, setMineKept] = useState(() => new Set(names.filter((name) => !isSame(mine[name], base[name]))))
  const shown = (name: string, value: unknown) => (isEmpty(value) ? t('(empty)') : wording(name, value))
  const choose = (name: string, keep: boolean) => {
    const next = new Set(mineKept)
    if (keep) next.add(name)
    else next.delete(name)
    setMineKept(next)
  }
  const resolve = () => {
    const merged = { ...mine }
    for (const name of names) if (!mineKept.has(name)) merged[name] = theirs[name]
    onResolve(merged)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('Changed by someone else')}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <DialogText>
        {names.length > 0
          ? t('Choose for each field which version to keep, then save.')
          : t('Both versions are the same. Save to continue.')}
      </DialogText>
      {names.map((name) => (
        <Radio.Group
          key={name}
          mt="md"
          label={labels[name]}
          value={mineKept.has(name) ? 'mine' : 'theirs'}
          onChange={(value) => choose(name, value === 'mine')}
        >
          <div className={styles.versions}>
            <Radio value="mine" label={t('Your version')} description={shown(name, mine[name])} />
            <Radio value="theirs" label={t('Saved version')} description={shown(name, theirs[name])} />
          </div>
        </Radio.Group>
      ))}
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          {t('Back to the form')}
        </Button>
        <Button onClick={resolve}>{t('Save')}</Button>
      </DialogButtons>
    </Modal>
  )
}

/** Lists are compared without regard to order. */
function isSame(a: unknown, b: unknown) {
  const plain = (value: unknown) => {
    if (Array.isArray(value)) return [...value].sort().join()
    return typeof value === 'object' && value !== null ? JSON.stringify(value) : (value ?? '')
  }
  return plain(a) === plain(b)
}
const isEmpty = (value: unknown) =>
  value === '' || value === null || value === undefined || (Array.isArray(value) && value.length === 0)
