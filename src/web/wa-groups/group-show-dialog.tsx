// Drawer of an imported group: whether it can be written to, its members, and the investors without a member.
import { Button, Drawer, SegmentedControl } from '@mantine/core'
import { IconBrandWhatsapp } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ImportedGroup, waGroups } from '../../contract/wa-groups.ts'
import { call, invalidate, query } from '../api.ts'
import { ago } from '../lib/format.ts'
import { t } from '../lib/text.ts'
import { Deletion } from '../ui/deletion.tsx'
import { isMissing, Missing } from '../ui/empty.tsx'
import { useFocusRestore } from '../ui/focus-restore.ts'
import { SkeletonLines } from '../ui/skeleton-lines.tsx'
import { GroupBadge, reasonText } from './group-badge.tsx'
import styles from './group-show-dialog.module.css'
import { MemberList } from './member-list.tsx'
import { MissingList } from './missing-list.tsx'

export default function GroupShowDialog({ id, onClose }: { id: string; onClose: () => void }) {
  useFocusRestore()
  const { data, error, refetch } = useQuery(query(waGroups.get, { params: { id } }))
  const isGone = isMissing(error)
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      padding="lg"
      title={isGone ? t('WA group') : (data?.name ?? t('WA group'))}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {data && !isGone ? (
        <Group group={data} onClose={onClose} />
      ) : error ? (
        <Missing
          error={error}
          onRetry={refetch}
          icon={IconBrandWhatsapp}
          title={t('Group not found')}
          action={
            <Button variant="default" onClick={onClose}>
              {t('Close')}
            </Button>
          }
        />
      ) : (
        <SkeletonLines height={20} />
      )}
    </Drawer>
  )
}

function Group({ group, onClose }: { group: ImportedGroup; onClose: () => void }) {
  const [shown, setShown] = useState('members')
  const client = useQueryClient()
  const refresh = () => invalidate(client, '/v1/whatsapp')
  const { id, name, reason, participants_count, known_count, session_name, session_driver, refreshed_at } = group
  return (
    <>
      <p className={styles.summary}>
        <GroupBadge reason={reason} />
        <span>
          {t.plural(participants_count, 'one member', '{count} members')}
          {', '}
          {known_count === 0
            ? t('none of them is a contact')
            : t.plural(known_count, 'one of them is a contact', '{count} of them are contacts')}
        </span>
      </p>
      {reason && (
        <p className={styles.reason} data-tone={reason === 'may_not_post' ? 'warning' : 'bad'}>
          {reasonText(reason)}
        </p>
      )}
      <p className={styles.source}>
        {t('Through {session}', { session: session_name })}
        {refreshed_at && `, ${t('updated {when}', { when: ago(refreshed_at) })}`}
        {session_driver === 'simulator' && `. ${t('Simulator: nothing reaches a phone')}`}
      </p>
      <SegmentedControl
        className={styles.choice}
        fullWidth
        aria-label={t('Filter activity')}
        value={shown}
        onChange={setShown}
        data={[
          { value: 'members', label: t('Members') },
          { value: 'missing', label: t('Missing investors') },
        ]}
      />
      {shown === 'members' ? <MemberList id={id} /> : <MissingList id={id} />}
      <Deletion
        name={name}
        remove={async () => {
          await call(waGroups.remove, { params: { id } })
          onClose()
          client.removeQueries({ queryKey: query(waGroups.get, { params: { id } }).queryKey })
          void refresh()
        }}
        restore={() => call(waGroups.restore, { params: { id } }).then(refresh)}
      >
        {t('Deleting it here changes nothing in WhatsApp.')}
      </Deletion>
    </>
  )
}
