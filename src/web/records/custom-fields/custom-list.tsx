// Page with the custom fields of each kind of record: order, names, types, activation, deletion.
import { Button } from '@mantine/core'
import { IconForms, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { type CustomField, CustomRecord, customFields, maxCustomFields } from '../../../contract/custom-fields.ts'
import { query } from '../../api.ts'
import { useMay, useMayOrWait } from '../../platform/lib/permissions.ts'
import { t } from '../../platform/lib/text.ts'
import { Empty, ErrorState } from '../../platform/ui/empty.tsx'
import { Lacking } from '../../platform/ui/may.tsx'
import { Page } from '../../platform/ui/page.tsx'
import { Section } from '../../platform/ui/section.tsx'
import { SkeletonLines } from '../../platform/ui/skeleton-lines.tsx'
import { SortableList } from '../../platform/ui/sortable-list.tsx'
import { TabList } from '../../platform/ui/tab-list.tsx'
import styles from './custom-list.module.css'
import { FieldShow } from './field-show.tsx'
import { recordText } from './labels.ts'
import { useChanges } from './use-changes.ts'

const FieldEditDialog = lazy(() => import('./field-edit-dialog.tsx'))
const FieldDeleteDialog = lazy(() => import('./field-delete-dialog.tsx'))

/** One tab for each kind of record. By default the first tab is open. */
const records: readonly CustomRecord[] = ['investor', 'investment', 'contact', 'offering']

export default function CustomList() {
  const asked = CustomRecord.safeParse(new URLSearchParams(useLocation().search).get('tab'))
  const record = asked.success ? asked.data : records[0]!
  const { data, error, refetch } = useQuery({ ...query(customFields.list, { query: {} }), staleTime: 0 })
  const mayManage = useMay('manage_settings')
  const uses = useQuery({
    ...query(customFields.uses, { query: { record } }),
    staleTime: 0,
    enabled: useMayOrWait('manage_settings') === true,
  })
  const [edited, setEdited] = useState<CustomField | 'new'>()
  const [deleted, setDeleted] = useState<CustomField>()
  const changes = useChanges()
  const of = (each: CustomRecord) => data?.data.filter((field) => field.record === each)
  const fields = of(record)
  // Undefined while the values are counted.
  const usesOf = ({ key }: CustomField) => uses.data && (uses.data.data.find((each) => each.key === key)?.count ?? 0)
  const isFull = (fields?.length ?? 0) >= maxCustomFields
  /** Asks first, unless the field has no values and nothing names it. */
  const remove = async (field: CustomField) => {
    const references = usesOf(field) === 0 ? await changes.referencesOf(field) : undefined
    return references?.length === 0 ? await changes.remove(field) : setDeleted(field)
  }
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} disabled={isFull} onClick={() => setEdited('new')}>
      {t('Add field')}
    </Button>
  )
  return (
    <Page
      title={t('Custom Fields')}
      subtitle={t('Your own fields. They have a place in forms, on pages, and in the history of each record.')}
      quietTitle
      actions={mayManage ? add : <Lacking permission="manage_settings" />}
    >
      <TabList
        label={t('Kinds of records')}
        current={record}
        tabs={records.map((tab) => ({ tab, label: recordText(tab), count: of(tab)?.length || undefined }))}
      />
      <Section flush>
        {!fields && error ? (
          <ErrorState error={error} onRetry={refetch} />
        ) : !fields ? (
          <div className={styles.loading}>
            <SkeletonLines height={12} />
          </div>
        ) : fields.length === 0 ? (
          <Empty
            icon={IconForms}
            permission="manage_settings"
            title={t('No custom fields yet')}
            text={t('Add what your team notes about its records: a risk class, a tax number, a relationship manager.')}
            action={add}
          />
        ) : (
          <>
            <div className={`${styles.row} ${styles.head}`} aria-hidden>
              <span className={styles.what}>
                <span>{t('Name')}</span>
                <span>{t('Type')}</span>
              </span>
              <span>{mayManage && t('In use by')}</span>
              <span>{t('Active')}</span>
            </div>
            <SortableList
              label={t('Custom Fields')}
              items={fields}
              onSort={(ids) => changes.reorder(record, fields, ids)}
            >
              {(field, handle) => (
                <FieldShow
                  {...{ field, fields, handle, changes }}
                  uses={usesOf(field)}
                  onEdit={() => setEdited(field)}
                  onRemove={() => remove(field)}
                />
              )}
            </SortableList>
          </>
        )}
      </Section>
      <Suspense>
        {edited && (
          <FieldEditDialog
            field={edited === 'new' ? undefined : edited}
            record={record}
            onClose={() => setEdited(undefined)}
          />
        )}
        {deleted && (
          <FieldDeleteDialog
            field={deleted}
            uses={usesOf(deleted)}
            onConfirm={async () => {
              await changes.remove(deleted)
              setDeleted(undefined)
            }}
            onClose={() => setDeleted(undefined)}
          />
        )}
      </Suspense>
    </Page>
  )
}
