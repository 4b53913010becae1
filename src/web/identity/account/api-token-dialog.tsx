// Dialog that makes an API token and shows it, once.
import { Button, Modal, Select, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiTokenInput, apiTokens, TokenPermission } from '../../../contract/api-tokens.ts'
import { call, invalidate } from '../../api.ts'
import { addDays } from '../../platform/lib/calendar.ts'
import { calendarDay, today } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { Row, Stack, Text } from '../../platform/ui/box.tsx'
import { CopyButton } from '../../platform/ui/copy-button.tsx'
import { DateField } from '../../platform/ui/date-field.tsx'
import { DialogButtons } from '../../platform/ui/dialog.tsx'
import { useFocusRestore } from '../../platform/ui/focus-restore.ts'
import { Form, useSaveForm } from '../../platform/ui/form.tsx'
import { ifOnTop } from '../../platform/ui/top-dialog.ts'
import styles from './api-token-dialog.module.css'
import { PermissionFields } from './permission-fields.tsx'

export default function ApiTokenDialog({ onClose }: { onClose: () => void }) {
  useFocusRestore()
  const [token, setToken] = useState<string>()
  return (
    <Modal
      opened
      onClose={ifOnTop(onClose)}
      closeOnClickOutside={false}
      title={token ? t('Your new API token') : t('Make an API token')}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {token ? <MadeToken token={token} onDone={onClose} /> : <TokenForm onMade={setToken} onCancel={onClose} />}
    </Modal>
  )
}

/** How many days a token may work. */
const spans = ['30', '90', '365'] as const
type Span = (typeof spans)[number] | 'day' | 'never'

function TokenForm({ onMade, onCancel }: { onMade: (token: string) => void; onCancel: () => void }) {
  const client = useQueryClient()
  const [span, setSpan] = useState<Span>('90')
  const form = useSaveForm<ApiTokenInput>({
    schema: ApiTokenInput,
    initialValues: { name: '', permissions: [], expires_on: lastDay('90') },
    save: async (body) => {
      onMade((await call(apiTokens.create, { body })).token)
      void invalidate(client, apiTokens.list.path, apiTokens.ofTeam.path)
    },
  })
  const expiry = form.field('expires_on', t('Last day'))
  const choose = (chosen: Span) => {
    setSpan(chosen)
    form.setValue('expires_on', lastDay(chosen))
  }
  return (
    <Form form={form} submitLabel={t('Make a token')} onCancel={onCancel}>
      <TextInput
        {...form.field('name', t('Name'))}
        description={t('What uses it, such as “n8n” or “Investor sheet”.')}
        required
        maxLength={80}
        autoComplete="off"
        data-autofocus
      />
      <PermissionFields
        field={form.field('permissions', t('Permissions'))}
        description={t(
          'It acts as you, and may always view records, but amounts only with the permission for them. Choose only what the program needs.',
        )}
        options={TokenPermission.options}
      />
      <Select
        label={t('Expires')}
        data={[
          ...spans.map((days) => ({ value: days, label: t.plural(Number(days), '{count} day', '{count} days') })),
          { value: 'day', label: t('On a day') },
          { value: 'never', label: t('Never expires') },
        ]}
        value={span}
        allowDeselect={false}
        onChange={(chosen) => choose(chosen as Span)}
        description={expiryNote(span, form.values.expires_on)}
        error={span === 'day' ? undefined : expiry.error}
        required
      />
      {span === 'day' && <DateField {...expiry} min={today()} required />}
    </Form>
  )
}

/** The last day of a span: null for no end, empty if the user still has to choose a day. */
function lastDay(span: Span): string | null {
  if (span === 'never') return null
  return span === 'day' ? '' : addDays(today(), Number(span))
}

function expiryNote(span: Span, expires_on: string | null) {
  if (span === 'never') return t('If it is lost, it works until somebody revokes it. Prefer a day.')
  return span === 'day' ? undefined : t('It works until the end of {day}.', { day: calendarDay(expires_on ?? '') })
}

function MadeToken({ token, onDone }: { token: string; onDone: () => void }) {
  const heading = useRef<HTMLParagraphElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const example = `curl -H "authorization: Bearer ${token}" ${location.origin}/api/v1/contacts`
  return (
    <Stack gap={16}>
      <p ref={heading} tabIndex={-1} className={styles.lead}>
        {t('It is not shown again. Store it where the program keeps its secrets: who has it can use Kabar as you.')}
      </p>
      <Copyable text={token} title={t('API token')} label={t('Copy the token')} />
      <Copyable text={example} title={t('To try it')} label={t('Copy the command')} />
      <DialogButtons>
        <Button onClick={onDone}>{t('I have kept it')}</Button>
      </DialogButtons>
    </Stack>
  )
}

function Copyable({ text, title, label }: { text: string; title: string; label: string }) {
  return (
    <div>
      <Row gap={8}>
        <Text as="span" size={13} dimmed>
          {title}
        </Text>
        <CopyButton text={text} label={label} />
      </Row>
      <code className={styles.code}>{text}</code>
    </div>
  )
}
