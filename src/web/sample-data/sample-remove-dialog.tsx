// Confirms the removal of sample data: shows what is deleted, and what happens to records that users added to it.
import { Alert, Button, Modal, Radio } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type SampleRemoval, sampleData } from '../../contract/sample-data.ts'
import { call, query } from '../api.ts'
import { t } from '../lib/text.ts'
import dialog from '../ui/dialog.module.css'
import { ErrorState } from '../ui/empty.tsx'
import { useFocusRestore } from '../ui/focus-restore.ts'
import { notify } from '../ui/notices.tsx'
import { SkeletonLines } from '../ui/skeleton-lines.tsx'
import styles from './sample-remove-dialog.module.css'
import { ownText } from './words.ts'

export default function SampleRemoveDialog({ onClose }: { onClose: () => void }) {
  // Refetched each time the dialog opens: it must be up to date.
  const { data, error, refetch, isFetchedAfterMount } = useQuery({
    ...query(sampleData.removal),
    refetchOnMount: 'always',
  })
  useFocusRestore()
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('Remove the sample data?')}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {data && isFetchedAfterMount ? (
        <Question key={data.own_count} removal={data} onOutdated={refetch} onClose={onClose} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => refetch()} />
      ) : (
        <SkeletonLines height={8} />
      )}
    </Modal>
  )
}

interface QuestionProps {
  removal: SampleRemoval
  /** The preview is out of date. */
  onOutdated: () => unknown
  onClose: () => void
}

function Question({ removal: { own, own_count, kept }, onOutdated, onClose }: QuestionProps) {
  const client = useQueryClient()
  const [choice, setChoice] = useState<'keep' | 'remove'>('keep')
  const removing = useMutation({
    mutationFn: () => call(sampleData.remove, { query: { own: choice, own_count: String(own_count) } }),
    onSuccess: () => {
      onClose()
      notify({ title: t('Sample data removed') })
      return client.invalidateQueries()
    },
    onError: () => void onOutdated(),
  })
  return (
    <>
      <div className={dialog.text}>
        {t(
          'All sample investors, contacts, investments, offerings, rates, templates and broadcasts are deleted. Nothing else is deleted.',
        )}
      </div>
      {own.length > 0 && (
        <>
          <p className={styles.own}>{t('These records are yours:')}</p>
          <ul className={styles.items}>
            {own.map((each) => (
              <li key={`${each.relation} ${each.is_changed}`}>{ownText(each)}</li>
            ))}
          </ul>
          <Radio.Group
            className={styles.choice}
            aria-label={t('Your records')}
            value={choice}
            onChange={(value) => setChoice(value as typeof choice)}
          >
            <Radio value="keep" label={t('Keep')} description={keptText(kept)} />
            <Radio value="remove" label={t('Remove as well')} description={t('This cannot be undone.')} />
          </Radio.Group>
        </>
      )}
      {removing.error && (
        <Alert color="red" variant="light" icon={<IconAlertCircle aria-hidden />} role="alert" mt="md">
          {removing.error.message}
        </Alert>
      )}
      <div className={dialog.buttons}>
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('Cancel')}
        </Button>
        <Button color="red" loading={removing.isPending} onClick={() => removing.mutate()}>
          {t('Remove sample data')}
        </Button>
      </div>
    </>
  )
}

function keptText({ count, names }: SampleRemoval['kept']) {
  if (count === 0) return t('It is not changed.')
  return t('Related sample records are kept, too, and become yours: {names}', {
    names: `${names.join(', ')}${count > names.length ? ', …' : ''}`,
  })
}
