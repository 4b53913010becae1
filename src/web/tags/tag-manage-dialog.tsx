// Manages tags: rename, recolor, delete.
import { ActionIcon, Button, Modal, TextInput } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Color, colors } from '../../contract/color.ts'
import { type Tag, TagInput, tags } from '../../contract/tags.ts'
import { ApiError, call, invalidate, query } from '../api.ts'
import { ReferencesPanel } from '../broadcast-groups/references-panel.tsx'
import { colorText } from '../lib/color-names.ts'
import { t } from '../lib/text.ts'
import { ColorField } from '../ui/color-field.tsx'
import dialog from '../ui/dialog.module.css'
import { ErrorState } from '../ui/empty.tsx'
import { useFocusRestore } from '../ui/focus-restore.ts'
import { Form, useSaveForm } from '../ui/form.tsx'
import { notify, notifyError } from '../ui/notices.tsx'
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
        <p className={dialog.text}>{t('No tags yet. Create one when you choose the tags of a record.')}</p>
      )}
      <ul className={styles.tags}>
        {data?.data.map((tag) => (
          <li key={tag.id} className={styles.row}>
            {open?.id === tag.id && open.as === 'edit' ? (
              <TagForm tag={tag} onClose={close} />
            ) : open?.id === tag.id ? (
              <Deletion tag={tag} onClose={close} />
            ) : (
              <>
                <span className={styles.what}>
                  <TagBadge tag={tag} />
                  <span className={styles.use}>{usedBy(tag)}</span>
                </span>
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
          </li>
        ))}
      </ul>
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
    <div className={styles.question} role="alert">
      <p>{t('Permanently delete the tag “{name}”? Usage: {use}.', { name: tag.name, use: usedBy(tag) })}</p>
      <ReferencesPanel id={tag.id} />
      <Button size="compact-sm" variant="default" onClick={onClose} autoFocus>
        {t('Cancel')}
      </Button>
      <Button size="compact-sm" color="red" loading={busy} onClick={remove}>
        {t('Delete')}
      </Button>
    </div>
  )
}
