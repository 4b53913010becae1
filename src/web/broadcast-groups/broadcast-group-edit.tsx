// Creates and edits a broadcast group: the form on one side, the current members on the other.
import { Alert, Anchor, Button } from '@mantine/core'
import { IconAlertTriangle, IconTrash, IconUsersGroup } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import {
  type BroadcastGroupDetail,
  type BroadcastGroupInput,
  broadcastGroups,
} from '../../contract/broadcast-groups.ts'
import { ApiError, call, invalidate, query } from '../api.ts'
import { t } from '../lib/text.ts'
import { Missing } from '../ui/empty.tsx'
import { Form, useSaveForm } from '../ui/form.tsx'
import { notify, notifyError } from '../ui/notices.tsx'
import { Page } from '../ui/page.tsx'
import { Section } from '../ui/section.tsx'
import { SkeletonLines } from '../ui/skeleton-lines.tsx'
import styles from './broadcast-group-edit.module.css'
import { BroadcastGroupFields } from './broadcast-group-fields.tsx'
import { CountPanel } from './count-panel.tsx'
import { type Draft, DraftCheck, draftOf, inputOf, newDraft } from './draft.ts'

const ConflictDialog = lazy(() => import('../ui/conflict-dialog.tsx'))

export default function BroadcastGroupEdit() {
  const { id } = useParams()
  return id ? <Existing key={id} id={id} /> : <Editor />
}

const back = () => ({ to: '/broadcast-groups', label: t('Broadcast Groups') })

function Existing({ id }: { id: string }) {
  // Always refetched: editing must start from the current version.
  const group = useQuery({ ...query(broadcastGroups.get, { params: { id } }), gcTime: 0 })
  if (group.data) return <Editor group={group.data} />
  return (
    <Page title={t('Edit broadcast group')} back={back()}>
      <Section>
        {group.error ? (
          <Missing
            error={group.error}
            onRetry={group.refetch}
            icon={IconUsersGroup}
            title={t('Broadcast group not found')}
            list={back()}
          />
        ) : (
          <SkeletonLines height={26} />
        )}
      </Section>
    </Page>
  )
}

function Editor({ group }: { group?: BroadcastGroupDetail }) {
  const navigate = useNavigate()
  const client = useQueryClient()
  // The version read when editing began; using a later one would overwrite another user's change.
  const [base, setBase] = useState(group)
  const [conflict, setConflict] = useState<BroadcastGroupDetail>()
  const version = useRef(group?.version)
  const leaving = useRef(false)

  const form = useSaveForm<Draft>({
    schema: DraftCheck,
    keptAs: 'group',
    initialValues: group ? draftOf(group) : newDraft(),
    save: async (values) => {
      const body = inputOf(values) as BroadcastGroupInput
      try {
        if (group && version.current !== undefined)
          await call(broadcastGroups.update, { params: { id: group.id }, body: { ...body, version: version.current } })
        else await call(broadcastGroups.create, { body })
      } catch (error) {
        if (error instanceof ApiError && error.code === 'version_conflict')
          setConflict(error.current as BroadcastGroupDetail)
        throw error
      }
      void invalidate(client, '/v1/broadcast-groups')
      notify({ tone: 'good', title: t('Broadcast group saved') })
      await navigate('/broadcast-groups')
    },
  })

  async function remove({ id, name }: BroadcastGroupDetail) {
    try {
      await call(broadcastGroups.remove, { params: { id } })
    } catch (error) {
      return notifyError(error, t('The broadcast group could not be deleted'))
    }
    leaving.current = true
    await navigate('/broadcast-groups')
    // Invalidates only the list: refetching a deleted group would respond 404.
    void client.invalidateQueries({ queryKey: [broadcastGroups.list.path] })
    notify({ title: t('{name} deleted', { name }), undo: () => restore(id) })
  }
  async function restore(id: string) {
    try {
      await call(broadcastGroups.restore, { params: { id } })
      void invalidate(client, '/v1/broadcast-groups')
    } catch (error) {
      notifyError(error, t('The broadcast group could not be restored'))
    }
  }

  const guarded = { ...form, mayLeave: () => leaving.current || form.mayLeave() }
  return (
    <Page
      title={base?.name ?? t('Add broadcast group')}
      back={back()}
      actions={
        group && (
          <Button variant="default" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => remove(group)}>
            {t('Delete')}
          </Button>
        )
      }
    >
      {base && base.broken.length > 0 && (
        <Alert color="red" variant="light" icon={<IconAlertTriangle aria-hidden />} className={styles.broken}>
          {t('A rule uses a deleted record, so no contacts match. Choose another record there.')}
        </Alert>
      )}
      <div className={styles.columns}>
        <Form form={guarded} submitLabel={t('Save broadcast group')} cancelTo="/broadcast-groups">
          <BroadcastGroupFields form={form} group={base} />
        </Form>
        <div className={styles.count}>
          <CountPanel draft={form.values} />
          {base && base.used_by.length > 0 && (
            <Section
              title={t('Used by')}
              text={t('Broadcasts that have not started. They are sent to the members at that time.')}
            >
              <ul className={styles.uses}>
                {base.used_by.map(({ id, name }) => (
                  <li key={id}>
                    <Anchor component={Link} to={`/broadcasts/${id}`}>
                      {name}
                    </Anchor>
                  </li>
                ))}
              </ul>
            </Section>
          )}
        </div>
      </div>
      {conflict && base && (
        <Suspense>
          <ConflictDialog
            labels={{
              name: t('Name'),
              segment: t('Rules'),
              contact_ids: t('Contacts'),
              wa_group_ids: t('WA Groups'),
              exclude_contact_ids: t('Excluded contacts'),
            }}
            base={compared(draftOf(base))}
            mine={compared(form.values)}
            theirs={compared(draftOf(conflict))}
            wording={wording}
            onClose={() => setConflict(undefined)}
            onResolve={(merged) => {
              const theirs = draftOf(conflict)
              const mine = compared(form.values)
              const next = Object.fromEntries(
                Object.keys(mine).map((name) => [
                  name,
                  merged[name] === mine[name as keyof Draft]
                    ? form.values[name as keyof Draft]
                    : theirs[name as keyof Draft],
                ]),
              )
              version.current = conflict.version
              setBase(conflict)
              setConflict(undefined)
              form.setValues(next as Partial<Draft>)
              void form.submit()
            }}
          />
        </Suspense>
      )}
    </Page>
  )
}

/** Compares rules and ids as text. */
const compared = (draft: Draft): Record<keyof Draft, string> => {
  const input = inputOf(draft)
  return {
    name: input.name,
    segment: input.segment ? JSON.stringify(input.segment) : '',
    contact_ids: input.contact_ids.join(),
    wa_group_ids: input.wa_group_ids.join(),
    exclude_contact_ids: input.exclude_contact_ids.join(),
  }
}

function wording(name: string, value: unknown) {
  const text = String(value)
  if (name === 'name') return text
  if (name === 'segment') {
    const rules = text.split('"type":"rule"').length - 1
    return t.plural(rules, '1 rule', '{count} rules')
  }
  return t.plural(text.split(',').length, '1 chosen', '{count} chosen')
}
