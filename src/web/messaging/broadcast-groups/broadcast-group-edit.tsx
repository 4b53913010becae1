// Creates and edits a broadcast group: the form on one side, the current members on the other.
import { Alert, Anchor, Button } from '@mantine/core'
import { IconAlertTriangle, IconSend, IconTrash, IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Link, useParams } from 'react-router'
import { type BroadcastGroupDetail, broadcastGroups } from '../../../contract/broadcast-groups.ts'
import { broadcastPath } from '../../../contract/broadcast-start.ts'
import { query } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { PlainList, Stack } from '../../platform/ui/box.tsx'
import { useIsMedium } from '../../platform/ui/breakpoints.ts'
import { Missing } from '../../platform/ui/empty.tsx'
import { Form } from '../../platform/ui/form.tsx'
import { May } from '../../platform/ui/may.tsx'
import { MoreMenu } from '../../platform/ui/more-menu.tsx'
import { Page } from '../../platform/ui/page.tsx'
import { Section } from '../../platform/ui/section.tsx'
import { SkeletonLines } from '../../platform/ui/skeleton-lines.tsx'
import styles from './broadcast-group-edit.module.css'
import { BroadcastGroupFields } from './broadcast-group-fields.tsx'
import { CountPanel } from './count-panel.tsx'
import { type Draft, draftOf, inputOf } from './draft.ts'
import { type GroupForm, useGroupForm } from './use-group-form.ts'

const ConflictDialog = lazy(() => import('../../platform/ui/conflict-dialog.tsx'))

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
  const editing = useGroupForm(group)
  const { form, base } = editing
  // In one column the count comes before the buttons, so that it is seen before saving.
  const isNarrow = useIsMedium()
  // The number of contacts that match rules about amounts would reveal the amounts.
  const count = base?.hides_rules ? null : <CountPanel draft={form.values} />
  return (
    <Page
      title={base?.name ?? t('Add broadcast group')}
      back={back()}
      actions={
        group && (
          <May permission="edit">
            <Button
              component={Link}
              to={broadcastPath({ broadcast_group_id: [group.id] })}
              leftSection={<IconSend size={16} aria-hidden />}
            >
              {t('Send to this group')}
            </Button>
            <MoreMenu>
              {(Menu) => (
                <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={() => editing.remove(group)}>
                  {t('Delete')}
                </Menu.Item>
              )}
            </MoreMenu>
          </May>
        )
      }
    >
      {base && base.broken_rules.length > 0 && (
        <Alert color="red" variant="light" icon={<IconAlertTriangle aria-hidden />} mb="md">
          {t('A rule uses a deleted record, so no contacts match. Choose another record there.')}
        </Alert>
      )}
      <Stack gap={16} className={styles.columns}>
        <Form form={form} submitLabel={t('Save broadcast group')} permission="edit" cancelTo="/broadcast-groups">
          <BroadcastGroupFields form={form} group={base} />
          {isNarrow && count}
        </Form>
        <Stack gap={16} className={styles.count}>
          {!isNarrow && count}
          {base && base.used_by.length > 0 && <UsedBy group={base} />}
        </Stack>
      </Stack>
      <Conflict editing={editing} />
    </Page>
  )
}

function UsedBy({ group }: { group: BroadcastGroupDetail }) {
  return (
    <Section
      title={t('Used by')}
      text={t('Broadcasts that have not started. They are sent to the members at that time.')}
    >
      <PlainList gap={6}>
        {group.used_by.map(({ id, name }) => (
          <li key={id}>
            <Anchor component={Link} to={`/broadcasts/${id}`}>
              {name}
            </Anchor>
          </li>
        ))}
      </PlainList>
    </Section>
  )
}

function Conflict({ editing }: { editing: GroupForm }) {
  const { form, base, conflict } = editing
  if (!conflict || !base) return null
  return (
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
        onClose={editing.closeConflict}
        onResolve={(merged) => editing.resolve(conflict, mergedDraft(form.values, draftOf(conflict), merged))}
      />
    </Suspense>
  )
}

/** The dialog returns texts: takes each value from the draft whose text was chosen, mine or theirs. */
function mergedDraft(mine: Draft, theirs: Draft, merged: Record<string, unknown>): Partial<Draft> {
  const texts = compared(mine)
  const names = Object.keys(texts) as (keyof Draft)[]
  return Object.fromEntries(names.map((name) => [name, merged[name] === texts[name] ? mine[name] : theirs[name]]))
}

/** The values of a draft as texts, as the conflict dialog compares them. */
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
