// Dialog that lists the keyboard shortcuts, with the switch that turns them off.
import { Modal, Switch } from '@mantine/core'
import { useMay } from '../platform/lib/permissions.ts'
import { t } from '../platform/lib/text.ts'
import { Row, Text } from '../platform/ui/box.tsx'
import { useFocusRestore } from '../platform/ui/focus-restore.ts'
import styles from './shortcut-list-dialog.module.css'
import { shortcutGroups } from './shortcuts.ts'

interface ShortcutListDialogProps {
  isOn: boolean
  onTurn: (isOn: boolean) => void
  onClose: () => void
}

export default function ShortcutListDialog({ isOn, onTurn, onClose }: ShortcutListDialogProps) {
  useFocusRestore()
  const mayEdit = useMay('edit')
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('Keyboard shortcuts')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <div className={styles.groups}>
        {shortcutGroups().map(({ title, shortcuts }) => (
          <section key={title}>
            <Text as="h3" mb={8} size={13} weight={600} dimmed>
              {t(title)}
            </Text>
            <dl className={styles.list}>
              {shortcuts
                .filter(({ edits }) => mayEdit || !edits)
                .map(({ keys, title: what }) => (
                  <Row key={keys.join(' ')} gap={12} justify="between">
                    <dt>{t(what)}</dt>
                    <dd>
                      {keys.map((key, nth) => (
                        <kbd key={nth}>{key}</kbd>
                      ))}
                    </dd>
                  </Row>
                ))}
            </dl>
          </section>
        ))}
      </div>
      <Text as="div" mt={20} pt={16} lineAbove>
        <Switch
          checked={isOn}
          onChange={(event) => onTurn(event.currentTarget.checked)}
          label={t('Shortcuts of single keys')}
          description={t('For this browser only. The question mark always opens this list.')}
        />
      </Text>
    </Modal>
  )
}
