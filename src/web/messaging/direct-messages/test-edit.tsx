// Lets the user send the composer's text to their own number first.
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { directMessages } from '../../../contract/direct-messages.ts'
import { ApiError, call } from '../../api.ts'
import { sentenceOf } from '../../platform/lib/messages.ts'
import { t } from '../../platform/lib/text.ts'
import { Row } from '../../platform/ui/box.tsx'
import { notify } from '../../platform/ui/notices.tsx'
import type { Composer } from './use-composer.ts'

interface TestEditProps {
  composer: Composer
  contactId: string
  onClose: () => void
}

export default function TestEdit({ composer, contactId, onClose }: TestEditProps) {
  const { text, media_id, body, preview } = composer
  const [to, setTo] = useState('')
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  async function send() {
    if (busy) return
    if (!text.trim()) return composer.setProblem(t('Write a message first.'))
    setBusy(true)
    setFault(undefined)
    try {
      const message = { ...body, text, ...(media_id && { media_id }), ...(to.trim() && { to }) }
      const { waiting } = await call(directMessages.test, { params: { id: contactId }, body: message })
      const number = to.trim() || preview.data?.test_number_text || ''
      notify({
        title: waiting ? t('The test waits to be sent') : t('Test sent'),
        text: t('To {number}', { number }),
        tone: waiting ? 'neutral' : 'good',
      })
      onClose()
    } catch (error) {
      const field = error instanceof ApiError ? error.fields[0] : undefined
      setFault(field ? sentenceOf(field, field.message) : (error as Error).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Row gap={8} rowGap={8} align="start" wrap>
      <TextInput
        type="tel"
        label={t('Number for the test')}
        placeholder={preview.data?.test_number_text ?? t('Your number')}
        value={to}
        error={fault}
        onChange={({ currentTarget }) => setTo(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void send()
        }}
        autoComplete="tel"
        autoFocus
      />
      <Button variant="default" loading={busy} onClick={() => void send()}>
        {t('Send test')}
      </Button>
      <Button variant="subtle" color="gray" onClick={onClose}>
        {t('Cancel')}
      </Button>
    </Row>
  )
}
