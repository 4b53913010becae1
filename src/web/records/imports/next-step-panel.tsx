// What a user can do after an import: show its records, tag them, group them or write to them.
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { maxPicked } from '../../../contract/broadcast-groups.ts'
import { broadcastPath } from '../../../contract/broadcast-start.ts'
import { contacts } from '../../../contract/contacts.ts'
import { type Import, type ImportKind, imports } from '../../../contract/imports.ts'
import { investments } from '../../../contract/investments.ts'
import { investors } from '../../../contract/investors.ts'
import { call, invalidate, query } from '../../api.ts'
import { number } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { Row, Stack, Text } from '../../platform/ui/box.tsx'
import { notifyError } from '../../platform/ui/notices.tsx'
import { groupName } from './words.ts'

const GroupAddDialog = lazy(() => import('./group-add-dialog.tsx'))
const TagAddDialog = lazy(() => import('./tag-add-dialog.tsx'))

export function NextStepPanel({ made }: { made: Import }) {
  // Offerings have no list, no tags and no contacts.
  return made.kind === 'offerings' ? null : <NextSteps made={made} />
}

function NextSteps({ made }: { made: Import }) {
  const [open, setOpen] = useState<'tag' | 'group'>()
  const [group, setGroup] = useState<{ id: string; name: string }>()
  const { kind } = made
  // The lists use the same filter, so that they show as many records as the buttons say.
  const page = { query: { import_id: made.id, per_page: 1 } }
  const people = useQuery(query(contacts.list, page)).data?.pagination.total
  const ofInvestors = useQuery({ ...query(investors.list, page), enabled: kind === 'investors' })
  const ofMoney = useQuery({
    ...query(investments.list, page),
    enabled: kind === 'investments' || kind === 'transactions',
  })
  const records = kind === 'contacts' ? people : (kind === 'investors' ? ofInvestors : ofMoney).data?.pagination.total
  const { write, busy } = useBroadcast(made, people ?? 0, group)
  if (records === undefined || people === undefined) return <Stack mt={2} style={{ minHeight: '7rem' }} />
  if (records === 0) return null
  return (
    <Stack as="section" gap={12} outlined px={16} py={16} aria-labelledby="next-step">
      <Stack gap={2}>
        <Text as="h3" id="next-step" size={15} weight={600} figures>
          {countText(made, records)}
        </Text>
        {made.kind !== 'contacts' && (
          <Text size={13} dimmed figures>
            {t.plural(people, 'With one contact.', 'With {count} contacts.', { count: number(people) })}
          </Text>
        )}
        {group && (
          <Text size={13} role="status">
            {t('Broadcast group:')} <Link to={`/broadcast-groups/${group.id}/edit`}>{group.name}</Link>
          </Text>
        )}
      </Stack>
      <Row gap={8} wrap fillOnPhone>
        {people > 0 && (
          <Button loading={busy} onClick={write}>
            {t('Broadcast to these')}
          </Button>
        )}
        <Button variant="default" onClick={() => setOpen('tag')}>
          {t('Tag these')}
        </Button>
        {people > 0 && !group && (
          <Button variant="default" onClick={() => setOpen('group')}>
            {t('Make a broadcast group')}
          </Button>
        )}
        <Button component={Link} to={`${pathOf(made.kind)}?import_id=${made.id}`} variant="default">
          {t('Show them')}
        </Button>
      </Row>
      {open && (
        <Suspense>
          {open === 'tag' ? (
            <TagAddDialog made={made} onClose={() => setOpen(undefined)} />
          ) : (
            <GroupAddDialog made={made} onMade={setGroup} onClose={() => setOpen(undefined)} />
          )}
        </Suspense>
      )}
    </Stack>
  )
}

/** Opens a new broadcast to the contacts. If they are too many for an address, creates a broadcast group first. */
function useBroadcast(made: Import, people: number, group: { id: string } | undefined) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  async function write() {
    setBusy(true)
    try {
      if (group) navigate(broadcastPath({ broadcast_group_id: [group.id] }))
      else if (people <= maxPicked) navigate(broadcastPath({ contacts: `import_id=${made.id}` }))
      else {
        const { id } = await call(imports.group, { params: { id: made.id }, body: { name: groupName(made) } })
        void invalidate(client, '/v1/broadcast-groups')
        navigate(broadcastPath({ broadcast_group_id: [id] }))
      }
    } catch (failure) {
      notifyError(failure, t('The broadcast group could not be saved'))
    } finally {
      setBusy(false)
    }
  }
  return { write, busy }
}

const pathOf = (kind: ImportKind) => (kind === 'transactions' ? '/investments' : `/${kind}`)

function countText({ kind, file_name }: Import, count: number) {
  const params = { count: number(count), file: file_name ?? t('Pasted cells') }
  if (kind === 'contacts') return t.plural(count, 'One contact from {file}', '{count} contacts from {file}', params)
  if (kind === 'investors') return t.plural(count, 'One investor from {file}', '{count} investors from {file}', params)
  return t.plural(count, 'One investment from {file}', '{count} investments from {file}', params)
}
