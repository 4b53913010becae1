// The session that a broadcast is sent from, its state and its sending speed.
import { Anchor, NativeSelect } from '@mantine/core'
import { Link } from 'react-router'
import type { WaSession } from '../../../contract/wa-sessions.ts'
import { PacingPanel } from '../../identity/account/pacing-panel.tsx'
import { SessionBadge } from '../../identity/account/session-badge.tsx'
import { t } from '../../platform/lib/text.ts'
import { Row, Stack, Text } from '../../platform/ui/box.tsx'
import type { SaveForm } from '../../platform/ui/form.tsx'
import type { Draft } from './draft.ts'

export function SessionFields({ form, sessions }: { form: SaveForm<Draft>; sessions: WaSession[] }) {
  const chosen = sessions.find(({ id }) => id === form.values.session_id)
  return (
    <Stack gap={12}>
      <div>
        <NativeSelect
          {...form.field('session_id', t('WhatsApp session'))}
          required
          data={[
            ...(chosen ? [] : [{ value: '', label: t('Choose a session') }]),
            ...sessions.map(({ id, name, phone_number_text }) => ({
              value: id,
              label: phone_number_text ? `${name} · ${phone_number_text}` : name,
            })),
          ]}
        />
        {sessions.length === 0 && (
          <Row gap={10} rowGap={4} wrap mt={8} size={13} dimmed>
            <span>
              {t('There is no session to send from yet.')} <ToAccount>{t('Add a session')}</ToAccount>
            </span>
          </Row>
        )}
        {chosen && (
          <Row gap={10} rowGap={4} wrap mt={8} size={13} dimmed>
            <SessionBadge session={chosen} />
            {chosen.driver === 'simulator' && <span>{t('Simulator: nothing reaches a phone')}</span>}
            {chosen.status !== 'working' && (
              <span>
                {t('You can still save and send: the broadcast waits until the session is connected.')}{' '}
                <ToAccount>{t('Go to Account')}</ToAccount>
              </span>
            )}
          </Row>
        )}
      </div>
      {chosen && (
        <Stack gap={4}>
          <PacingPanel session={chosen} />
          <Text size={13} dimmed>
            {t('Applies to the whole session: other broadcasts, tests and answers count, too.')}
          </Text>
        </Stack>
      )}
    </Stack>
  )
}

function ToAccount({ children }: { children: string }) {
  return (
    <Anchor component={Link} to="/account#whatsapp" inherit underline="always">
      {children}
    </Anchor>
  )
}
