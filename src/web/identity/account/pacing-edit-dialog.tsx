// Edits the sending speed of a session: a mode, and each limit with its reason.
import { Checkbox, Modal, Radio } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { limitsOf, PacingInput, type PacingLimits, type PacingMode, pacingPresets } from '../../../contract/pacing.ts'
import { type WaSession, waSessions } from '../../../contract/wa-sessions.ts'
import { call, invalidate } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { Text } from '../../platform/ui/box.tsx'
import { Form, useSaveForm } from '../../platform/ui/form.tsx'
import { notify } from '../../platform/ui/notices.tsx'
import { LimitFields } from './limit-fields.tsx'
import { isRisky, limitsIn, modes } from './pacing.ts'
import styles from './pacing-edit-dialog.module.css'

interface Choice extends Record<string, unknown> {
  mode: PacingMode
  /** With `custom` only. */
  limits?: PacingLimits | undefined
}

export default function PacingEditDialog({ session, onClose }: { session: WaSession; onClose: () => void }) {
  const client = useQueryClient()
  const { id, name, driver, pacing } = session
  const [own, setOwn] = useState(pacing.limits ?? pacingPresets.careful)
  const [isConfirmed, setConfirmed] = useState(false)
  const choiceOf = (mode: PacingMode): Choice =>
    mode === 'custom' ? { mode, limits: own } : { mode, limits: undefined }
  const form = useSaveForm<Choice>({
    schema: PacingInput,
    initialValues: choiceOf(pacing.mode),
    save: async (choice) => {
      if (asks && !isConfirmed) throw new Error(t('Confirm below that messages may be sent without limits.'))
      await call(waSessions.update, { params: { id }, body: { pacing: choice as PacingInput } })
      // Estimates of queued broadcasts are computed again.
      await Promise.all([invalidate(client, waSessions.list.path), invalidate(client, '/v1/broadcasts')])
      notify({ title: t('Sending speed of “{name}” saved', { name }) })
      onClose()
    },
  })
  const { mode } = form.values
  const asks = isRisky(driver, pacing.mode, mode)
  const shown = limitsOf(mode, own)
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('Sending speed of “{name}”', { name })}
      size="lg"
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <Form form={form} submitLabel={t('Save')} onCancel={onClose}>
        <Text dimmed>
          {t(
            'WhatsApp publishes no safe rate for linked devices: these limits follow the experience of long-time senders. Only message people who have agreed.',
          )}
        </Text>
        <Radio.Group
          aria-label={t('Sending speed')}
          value={mode}
          onChange={(value) => form.setValues(choiceOf(value as PacingMode))}
        >
          <div className={styles.modes}>
            {modes.map((one) => (
              <Radio key={one.mode} value={one.mode} label={t(one.label)} description={t(one.text)} />
            ))}
          </div>
        </Radio.Group>
        {mode === 'custom' && (
          <LimitFields
            limits={own}
            errorOf={(path, label) => form.field(path as 'mode', label).error}
            onChange={(next) => {
              setOwn(next)
              form.setValues({ mode, limits: next })
            }}
          />
        )}
        {mode !== 'custom' && shown && (
          <Text as="dl" lineAbove className={styles.limits}>
            {limitsIn(shown).map((limit) => (
              <div key={limit.key}>
                <dt>{t(limit.label)}</dt>
                <dd>
                  {limit.value(shown)}
                  <span>{t(limit.reason)}</span>
                </dd>
              </div>
            ))}
          </Text>
        )}
        {asks && (
          <Checkbox
            checked={isConfirmed}
            onChange={(event) => setConfirmed(event.currentTarget.checked)}
            label={t('I know that WhatsApp may block this number for sending too fast.')}
          />
        )}
      </Form>
    </Modal>
  )
}
