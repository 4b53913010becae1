// The bar above all pages of a copy that was restored from a backup, until it is released.
import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { isDemo } from '../../api.ts'
import { dateTime } from '../../platform/lib/format.ts'
import { useMay } from '../../platform/lib/permissions.ts'
import { t } from '../../platform/lib/text.ts'
import { Bar } from '../../platform/ui/bar.tsx'
import { useProfile } from '../../session.tsx'

const CopyReleaseDialog = lazy(() => import('./copy-release-dialog.tsx'))

export function RestoredBar() {
  const from = useProfile().data?.restored_from
  // The bar is about the organization of the account, so not while sample data is open.
  return from && !isDemo() ? <Restored from={from} /> : null
}

function Restored({ from }: { from: string }) {
  const [asking, setAsking] = useState(false)
  const client = useQueryClient()
  const mayRelease = useMay('manage_settings')
  return (
    <Bar
      label={t('Restored copy')}
      tone="warning"
      icon={<IconHistory size={16} aria-hidden />}
      text={t(
        'Restored from the backup of {time}. Nothing is sent and no phone connects until an owner or admin releases this copy.',
        { time: dateTime(from) },
      )}
    >
      {mayRelease && (
        <Button flex="none" size="compact-sm" variant="default" onClick={() => setAsking(true)}>
          {t('Release')}
        </Button>
      )}
      {asking && (
        <Suspense>
          <CopyReleaseDialog onReleased={() => client.invalidateQueries()} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </Bar>
  )
}
