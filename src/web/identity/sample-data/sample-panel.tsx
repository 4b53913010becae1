// Sample data: the button that opens it, and the bar above all pages while it is open.
import { Button, type ButtonProps } from '@mantine/core'
import { IconArrowLeft, IconFlask, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { sampleData } from '../../../contract/sample-data.ts'
import { call, isDemo, switchOrganization } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { Bar } from '../../platform/ui/bar.tsx'
import { Row } from '../../platform/ui/box.tsx'
import { notifyError } from '../../platform/ui/notices.tsx'
import { useProfile } from '../../session.tsx'
import styles from './sample-panel.module.css'

const SampleDeleteDialog = lazy(() => import('./sample-delete-dialog.tsx'))

/** Opens sample data in one click. Renders nothing if it is open. */
export function SampleStart(look: ButtonProps) {
  const start = useMutation({
    mutationFn: () => switchOrganization(() => call(sampleData.open)),
    onError: (error) => notifyError(error, t('Sample data could not be opened')),
  })
  if (isDemo()) return null
  return (
    <Button
      variant="subtle"
      leftSection={<IconFlask size={16} aria-hidden />}
      {...look}
      loading={start.isPending}
      onClick={() => start.mutate()}
    >
      {t('Try with sample data')}
    </Button>
  )
}

export function SampleBar() {
  if (!isDemo()) return null
  return (
    <Bar
      label={t('Sample data')}
      tone="accent"
      icon={<IconFlask size={16} aria-hidden />}
      text={t('You are looking at sample data.')}
    >
      <div className={styles.ways}>
        <Ways size="compact-sm" />
      </div>
    </Bar>
  )
}

/** Part of the account page that opens the sample data, or leaves and deletes it. */
export function SampleShow() {
  return isDemo() ? (
    <Row gap={8} wrap>
      <Ways size="sm" />
    </Row>
  ) : (
    <SampleStart variant="default" />
  )
}

function Ways({ size }: { size: ButtonProps['size'] & string }) {
  const { data: profile } = useProfile()
  const [asking, setAsking] = useState(false)
  const back = useMutation({
    mutationFn: () => switchOrganization(() => call(sampleData.close)),
    onError: (error) => notifyError(error, t('Action failed')),
  })
  return (
    <>
      <Button
        className={styles.back}
        size={size}
        variant="default"
        leftSection={<IconArrowLeft size={14} aria-hidden />}
        loading={back.isPending}
        onClick={() => back.mutate()}
      >
        {profile?.organization
          ? t('Back to {organization}', { organization: profile.organization })
          : t('Back to my organization')}
      </Button>
      <Button
        className={styles.delete}
        size={size}
        variant="subtle"
        color="gray"
        leftSection={<IconTrash size={14} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        {t('Delete sample data')}
      </Button>
      {asking && (
        <Suspense>
          <SampleDeleteDialog onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  )
}
