// Menu that assigns a conversation to a member of the team.
import { Button } from '@mantine/core'
import { IconCheck, IconUser, IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { conversations } from '../../../contract/conversations.ts'
import { team } from '../../../contract/team.ts'
import { call, query } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { ActionMenu } from '../../platform/ui/menu.tsx'
import { notifyError } from '../../platform/ui/notices.tsx'
import styles from './assignee-picker.module.css'
import { useRefetchThreads } from './use-thread.ts'

interface AssigneePickerProps {
  id: string
  assignee: { id: string; name: string } | null
}

export function AssigneePicker({ id, assignee }: AssigneePickerProps) {
  const { data } = useQuery(query(team.get))
  const refetch = useRefetchThreads()
  const members = (data?.members ?? []).filter(({ state }) => state === 'active')
  const assign = (user_id: string | null) =>
    call(conversations.assign, { params: { id }, body: { user_id } })
      .catch((error) => notifyError(error, t('Action failed')))
      .then(refetch)
  return (
    <ActionMenu
      button={
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          className={styles.button}
          aria-label={assignee ? t('Assigned to {name}', { name: assignee.name }) : t('Assign')}
          leftSection={assignee ? <IconUser size={16} aria-hidden /> : <IconUserPlus size={16} aria-hidden />}
        >
          {assignee?.name ?? t('Assign')}
        </Button>
      }
    >
      {(Menu) => (
        <>
          <Menu.Label>{t('Assign to')}</Menu.Label>
          {members.map((member) => (
            <Menu.Item
              key={member.id}
              rightSection={member.id === assignee?.id && <IconCheck size={16} aria-label={t('Chosen')} />}
              onClick={() => assign(member.id)}
            >
              {member.is_you ? t('{name} (you)', { name: member.name }) : member.name}
            </Menu.Item>
          ))}
          {assignee && (
            <>
              <Menu.Divider />
              <Menu.Item onClick={() => assign(null)}>{t('Nobody')}</Menu.Item>
            </>
          )}
        </>
      )}
    </ActionMenu>
  )
}
