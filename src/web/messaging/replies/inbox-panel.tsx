// Button that opens the inbox, with the number of people who wait for an answer.
import { Button } from '@mantine/core'
import { IconMessageCircle } from '@tabler/icons-react'
import { Link } from 'react-router'
import { isDemo } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { useCachedValue } from '../../platform/lib/use-cached-value.ts'
import { useIsPhone } from '../../platform/ui/breakpoints.ts'
import { unansweredText, useUnanswered } from './unanswered-badge.tsx'

export function InboxPanel() {
  const people = useUnanswered()
  // While loading, shows the number of the last visit: a wider button could push the list down on a phone.
  const shown = Number(useCachedValue(isDemo() ? 'unanswered:demo' : 'unanswered', people?.toString()))
  const isPhone = useIsPhone()
  const text = shown ? t('Inbox ({count})', { count: shown }) : t('Inbox')
  return (
    <Button
      component={Link}
      to="/contacts/inbox"
      variant={shown ? 'light' : 'default'}
      leftSection={<IconMessageCircle size={16} aria-hidden />}
      title={shown ? unansweredText(shown) : undefined}
      aria-label={text}
      px={isPhone ? 12 : undefined}
    >
      {isPhone ? shown || undefined : text}
    </Button>
  )
}
