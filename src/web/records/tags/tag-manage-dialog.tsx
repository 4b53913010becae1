// Manages tags: rename, recolor, delete.
import { ActionIcon, Button, Modal, TextInput } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Color, colors } from '../../../contract/color.ts'
import { type Tag, TagInput, tags } from '../../../contract/tags.ts'
import { ApiError, call, invalidate, query } from '../../api.ts'
import { colorText } from '../../platform/lib/color-names.ts'
import { t } from '../../platform/lib/text.ts'
import { ReferencesPanel } from '../../platform/rule-references/references-panel.tsx'
import { PlainList, Row, Text } from '../../platform/ui/box.tsx'
import { ColorField } from '../../platform/ui/color-field.tsx'
import { DialogText } from '../../platform/ui/dialog.tsx'
import { ErrorState } from '../../platform/ui/empty.tsx'
import { useFocusRestore } from '../../platform/ui/focus-restore.ts'
import { Form, useSaveForm } from '../../platform/ui/form.tsx'
import { notify, notifyError } from '../../platform/ui/notices.tsx'
import { TagBadge } from './tag-badge.tsx'
import styles from './tag-manage-dialog.module.css'

export default function TagManageDialog({ onClose }: { onClose: () => void }) {
  useFocusRestore()
  const { data, error, refetch } = useQuery(query(tags.list))
  const [open, setOpen] = useState<{ id: string; as: 'edit' | 'delete' }>()
  const close = () => setOpen(undefined)
  return (
    <Modal opened onClose={onClose} title={t('Manage tags')} closeButtonProps={{ 'aria-label': t('Close') }}>
      {!data && error ? <ErrorState error={error} onRetry={() => refetch()} /> : null}
      {data?.data.length === 0 && (
        <DialogText>{t('No tags yet. Create one when you choose the tags of a record.')}</DialogText>
      )}
      <PlainList divided>
        {data?.data.map((tag) => (
          <Row as="li" key={tag.id} gap={8} className={styles.row}>
            {open?.id === tag.id && open.as === 'edit' ? (
              <TagForm tag={tag} onClose={close} />
            ) : open?.id === tag.id ? (
              <Deletion tag={tag} onClose={close} />
            ) : (
              <>
                <Row as="span" gap={8} rowGap={2} justify="between" wrap grow py={6}>
                  <TagBadge tag={tag} />
                  <Text as="span" size={13} dimmed>
                    {usedBy(tag)}
                  </Text>
                </Row>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t('Edit {name}', { name: tag.name })}
                  onClick={() => setOpen({ id: tag.id, as: 'edit' })}
                >
                  <IconPencil size={16} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t('Delete {name}', { name: tag.name })}
                  onClick={() => setOpen({ id: tag.id, as: 'delete' })}
                >
                  <IconTrash size={16} aria-hidden />
                </ActionIcon>
              </>
            )}
          </Row>
        ))}
      </PlainList>
    </Modal>
  )
}

function usedBy({ investors, contacts, investments }: Tag) {
  const parts = [
    investors > 0 && t.plural(investors, 'one investor', '{count} investors'),
    contacts > 0 && t.plural(contacts, 'one contact', '{count} contacts'),
    investments > 0 && t.plural(investments, 'one investment', '{count} investments'),
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : t('not used')
}

/** Tags are shown on records of all kinds: all are invalidated. */
const touched = ['/v1/tags', '/v1/contacts', '/v1/investors', '/v1/investments'] as const

function TagForm({ tag, onClose }: { tag: Tag; onClose: () => void }) {
  const client = useQueryClient()
  const form = useSaveForm<{ name: string; color: Color }>({
    schema: TagInput,
    initialValues: { name: tag.name, color: tag.color as Color },
    save: async (values) => {
      await call(tags.update, { params: { id: tag.id }, body: { ...values, version: tag.version } }).catch((error) => {
        // The list was stale: reloads the form.
        if (error instanceof ApiError && error.code === 'version_conflict') void invalidate(client, '/v1/tags')
        throw error
      })
      await invalidate(client, ...touched)
      onClose()
    },
  })
  return (
    <div className={styles.form}>
      <Form form={form} submitLabel={t('Save')}>
        <TextInput {...form.field('name', t('Name'))} value={form.values.name} autoFocus autoComplete="off" required />
        <ColorField
          label={t('Color')}
          value={form.values.color}
          colors={colors.map((value) => ({ value, label: colorText(value) }))}
          onChange={(color) => form.setValue('color', color as Color)}
        />
      </Form>
      <Button variant="subtle" size="compact-sm" onClick={onClose}>
        {t('Cancel')}
      </Button>
    </div>
  )
}

/** No Undo: a deleted tag is removed from all records. */
function Deletion({ tag, onClose }: { tag: Tag; onClose: () => void }) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  async function remove() {
    setBusy(true)
    try {
      await call(tags.remove, { params: { id: tag.id } })
      notify({ title: t('The tag “{name}” was deleted', { name: tag.name }) })
    } catch (error) {
      notifyError(error, t('The tag “{name}” could not be deleted', { name: tag.name }))
    }
    await invalidate(client, ...touched)
    onClose()
  }
  return (
    <Row gap={8} wrap py={12} className={styles.question} role="alert">
      <p>{t('Permanently delete the tag “{name}”? Usage: {use}.', { name: tag.name, use: usedBy(tag) })}</p>
      <ReferencesPanel id={tag.id} />
      <Button size="compact-sm" variant="default" onClick={onClose} autoFocus>
        {t('Cancel')}
      </Button>
      <Button size="compact-sm" color="red" loading={busy} onClick={remove}>
        {t('Delete')}
      </Button>
    </Row>
  )
}
