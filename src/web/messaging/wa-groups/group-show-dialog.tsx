// Drawer of an imported group: whether messages can be sent to it, its members, and the investors without a member.
import { Button, Drawer, SegmentedControl } from '@mantine/core'
import { IconBrandWhatsapp, IconSend } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { broadcastPath } from '../../../contract/broadcast-start.ts'
import { type ImportedGroup, waGroups } from '../../../contract/wa-groups.ts'
import { call, invalidate, query } from '../../api.ts'
import { useMay } from '../../platform/lib/permissions.ts'
import { t } from '../../platform/lib/text.ts'
import { Ago } from '../../platform/ui/ago.tsx'
import { Row, Text } from '../../platform/ui/box.tsx'
import { Deletion } from '../../platform/ui/deletion.tsx'
import { isMissing, Missing } from '../../platform/ui/empty.tsx'
import { useFocusRestore } from '../../platform/ui/focus-restore.ts'
import { SkeletonLines } from '../../platform/ui/skeleton-lines.tsx'
import { GroupBadge, reasonText } from './group-badge.tsx'
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
  const mayEdit = useMay('edit')
  const refresh = () => invalidate(client, '/v1/whatsapp')
  const { id, name, reason, participants_count, contact_count, session_name, session_driver, refreshed_at } = group
  return (
    <>
      <Row as="p" gap={12} rowGap={8} wrap mb={12}>
        <GroupBadge reason={reason} />
        <span>
          {t.plural(participants_count, 'one member', '{count} members')}
          {', '}
          {contact_count === 0
            ? t('none of them is a contact')
            : t.plural(contact_count, 'one of them is a contact', '{count} of them are contacts')}
        </span>
      </Row>
      {reason && (
        <Text mb={12} note fill={reason === 'may_not_post' ? 'warning' : 'bad'}>
          {reasonText(reason)}
        </Text>
      )}
      <Text mb={20} size={13} dimmed>
        {t('Through {session}', { session: session_name })}
        {refreshed_at && <Ago time={refreshed_at} text={(when) => `, ${t('updated {when}', { when })}`} />}
        {session_driver === 'simulator' && `. ${t('Simulator: nothing reaches a phone')}`}
      </Text>
      {!reason && mayEdit && (
        <Button
          component={Link}
          to={broadcastPath({ wa_group_id: [id] })}
          mb="lg"
          leftSection={<IconSend size={16} aria-hidden />}
        >
          {t('Send to this group')}
        </Button>
      )}
      <SegmentedControl
        mb="sm"
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
