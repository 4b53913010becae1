// Chooses the session that sends a message, and shows what the message would wait for.
import { Button } from '@mantine/core'
import { IconChevronDown, IconHourglass } from '@tabler/icons-react'
import { StartPanel } from '../../identity/account/start-panel.tsx'
import { t } from '../../platform/lib/text.ts'
import { Row, Text } from '../../platform/ui/box.tsx'
import { ActionMenu } from '../../platform/ui/menu.tsx'
import styles from './message-composer-panel.module.css'
import type { Composer } from './use-composer.ts'
import { waitText } from './wait-text.ts'

export function SessionPicker({ composer }: { composer: Composer }) {
  const data = composer.preview.data!
  const session = data.sessions.find(({ id }) => id === data.session_id)
  if (!session) return null
  const wait = waitText(session, data)
  return (
    <Row
      gap={8}
      align="start"
      size={13}
      {...(wait.isBlocked ? { note: true, fill: 'warning' as const } : { dimmed: true })}
    >
      {wait.isBlocked && <IconHourglass size={16} aria-hidden className={styles.icon} />}
      <Row gap={8} rowGap={4} wrap grow>
        <span role="status">{wait.text}</span>
        {wait.isBlocked && <StartPanel session={session} variant="default" size="compact-sm" />}
        {data.sessions.length > 1 && <SessionMenu composer={composer} name={session.name} />}
      </Row>
    </Row>
  )
}

function SessionMenu({ composer, name }: { composer: Composer; name: string }) {
  return (
    <ActionMenu
      position="top-start"
      button={
        <Button
          variant="subtle"
          size="compact-sm"
          color="gray"
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          {t('Send by {session}', { session: name })}
        </Button>
      }
    >
      {(Menu) =>
        composer.preview.data!.sessions.map(({ id, name, status }) => (
          <Menu.Item
            key={id}
            onClick={() => composer.choose(id)}
            rightSection={
              status === 'working' && (
                <Text as="span" size={12} dimmed>
                  {t('Connected')}
                </Text>
              )
            }
          >
            {name}
          </Menu.Item>
        ))
      }
    </ActionMenu>
  )
}
