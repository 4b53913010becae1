// Dialog that erases a person: shows what goes and what stays, asks for the name, and offers the certificate.
import { Alert, Button, Modal, TextInput } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import {
  type Erasure,
  ErasureInput,
  type ErasurePreview,
  erasedKinds,
  erasures,
  keptKinds,
} from '../../../contract/erasures.ts'
import { call, query } from '../../api.ts'
import { number } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { PlainList, Row, Stack, Text } from '../../platform/ui/box.tsx'
import { DialogButtons } from '../../platform/ui/dialog.tsx'
import { ErrorState } from '../../platform/ui/empty.tsx'
import { useFocusRestore } from '../../platform/ui/focus-restore.ts'
import { useSaveForm } from '../../platform/ui/form.tsx'
import { SkeletonLines } from '../../platform/ui/skeleton-lines.tsx'
import { CertificateButton } from './certificate-panel.tsx'
import { erasedLabels, keptLabels } from './labels.ts'

type Person = { contact_id: string } | { investor_id: string }

interface EraseDialogProps {
  person: Person
  /** Called when the dialog is closed after the person was erased: their page is gone. */
  onErased: () => void
  onClose: () => void
}

export default function EraseDialog({ person, onErased, onClose }: EraseDialogProps) {
  // A cached answer may have outdated numbers.
  const { data, error, refetch, isFetchedAfterMount } = useQuery({
    ...query(erasures.preview, { query: person }),
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
  })
  const [done, setDone] = useState<Erasure>()
  const client = useQueryClient()
  useFocusRestore()
  const close = () => {
    if (!done) return onClose()
    onErased()
    void client.invalidateQueries()
  }
  return (
    <Modal
      opened
      onClose={close}
      title={done ? t('Personal data erased') : t('Erase personal data?')}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {done ? (
        <Done erasure={done} onClose={close} />
      ) : data && isFetchedAfterMount ? (
        <EraseForm preview={data} person={person} onDone={setDone} onClose={onClose} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => refetch()} />
      ) : (
        <SkeletonLines height={20} />
      )}
    </Modal>
  )
}

interface EraseFormProps {
  preview: ErasurePreview
  person: Person
  onDone: (erasure: Erasure) => void
  onClose: () => void
}

function EraseForm({ preview, person, onDone, onClose }: EraseFormProps) {
  const { name, erased, kept } = preview
  const form = useSaveForm({
    schema: ErasureInput,
    initialValues: { ...person, confirmation: '' },
    save: async (body) => onDone(await call(erasures.create, { body })),
  })
  const { element } = form
  useEffect(() => element.current?.querySelector('input')?.focus(), [element])
  return (
    <Stack as="form" ref={form.element} onSubmit={form.submit} noValidate gap={16}>
      <Text>{t('Everything about {name} is erased at once. This cannot be undone.', { name })}</Text>
      <Counts title={t('Erased')} rows={erasedKinds.map((kind) => [t(erasedLabels[kind]), erased[kind]])} />
      <Counts
        title={t('What stays, without a name')}
        rows={keptKinds.map((kind) => [t(keptLabels[kind]), kept[kind]])}
      />
      <Text size={13} dimmed>
        {t('A message that is being sent may still arrive. WhatsApp keeps its own copies on the phones.')}
      </Text>
      <TextInput
        {...form.field('confirmation', t('Confirmation'))}
        description={t('Type “{text}”.', { text: name })}
        required
        autoComplete="off"
        spellCheck={false}
      />
      {form.failure && (
        <Alert color="red" variant="light" icon={<IconAlertCircle aria-hidden />} role="alert">
          {form.failure}
        </Alert>
      )}
      <DialogButtons>
        <Button variant="default" onClick={onClose} disabled={form.saving}>
          {t('Cancel')}
        </Button>
        <Button type="submit" color="red" loading={form.saving}>
          {t('Erase')}
        </Button>
      </DialogButtons>
    </Stack>
  )
}

/** Leaves out kinds with no records. */
function Counts({ title, rows }: { title: string; rows: [string, number][] }) {
  const shown = rows.filter(([, count]) => count > 0)
  if (shown.length === 0) return null
  return (
    <Stack gap={4}>
      <Text weight={600}>{title}</Text>
      <PlainList figures>
        {shown.map(([label, count]) => (
          <Row as="li" key={label} gap={16} justify="between">
            <span>{label}</span>
            <span>{number(count)}</span>
          </Row>
        ))}
      </PlainList>
    </Stack>
  )
}

function Done({ erasure, onClose }: { erasure: Erasure; onClose: () => void }) {
  return (
    <>
      <Text>
        {t(
          'The certificate says what was erased, without personal data. It can also be saved later under Account › Data.',
        )}
      </Text>
      <DialogButtons>
        <CertificateButton id={erasure.id} />
        <Button onClick={onClose} data-autofocus>
          {t('Close')}
        </Button>
      </DialogButtons>
    </>
  )
}
