// Shows what to do next after a phone was connected: buttons next to the ones of its session.
import { Button } from '@mantine/core'
import { IconSpeakerphone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { home } from '../../../contract/home.ts'
import { query } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'

export function ArrivalShow() {
  const { data } = useQuery(query(home.get))
  return (
    <>
      <Button component={Link} to="/broadcasts/add" leftSection={<IconSpeakerphone size={16} aria-hidden />}>
        {data?.setup.broadcast ? t('New broadcast') : t('Send your first broadcast')}
      </Button>
      <Button component={Link} to="/home" variant="default">
        {t('Back to Home')}
      </Button>
    </>
  )
}
