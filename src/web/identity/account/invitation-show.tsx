// A pending invitation: sends it again or withdraws it.
import { Button } from '@mantine/core'
import { type Invitation, type MadeInvitation, team } from '../../../contract/team.ts'
import { call } from '../../api.ts'
import { day } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { ToneBadge } from '../../platform/ui/badge.tsx'
import { Row, Stack, Text } from '../../platform/ui/box.tsx'
import { notify } from '../../platform/ui/notices.tsx'
import styles from './team-list.module.css'
import { useActions } from './use-actions.ts'

interface InvitationShowProps {
  invitation: Invitation
  onSent: (made: MadeInvitation) => void
}

export function InvitationShow({ invitation, onSent }: InvitationShowProps) {
  const { id, email, invited_by, sent_at, expires_at } = invitation
  const press = useActions(team.get.path)
  const hasEnded = Date.parse(expires_at) <= Date.now()
  return (
    <Row as="li" gap={16} rowGap={8} justify="between" wrap py={12} className={styles.row}>
      <Stack gap={2} breakWords className={styles.who}>
        <Row as="span" gap={10} rowGap={4} wrap weight={500} className={styles.name}>
          <span>{email}</span>
          {hasEnded && <ToneBadge tone="warning">{t('Expired')}</ToneBadge>}
        </Row>
        <Text as="span" size={14} dimmed>
          {t('by {name} on {day}', { name: invited_by, day: day(sent_at) })}
          {!hasEnded && ` · ${t('valid until {day}', { day: day(expires_at) })}`}
        </Text>
      </Stack>
      <Row gap={8} wrap>
        <Button
          variant="default"
          size="xs"
          {...press('resend', {
            work: () => call(team.resend, { params: { id } }),
            onDone: onSent,
            failure: t('Could not be sent again'),
          })}
        >
          {t('Send again')}
        </Button>
        <Button
          variant="subtle"
          size="xs"
          color="gray"
          {...press('withdraw', {
            work: () => call(team.withdraw, { params: { id } }),
            onDone: () => notify({ title: t('Invitation withdrawn'), text: t('Its link is no longer valid.') }),
            failure: t('Action failed'),
          })}
        >
          {t('Withdraw')}
        </Button>
      </Row>
    </Row>
  )
}
