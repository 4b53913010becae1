// Checks the text for all contacts: how many would get it, and who would be skipped and why.
import { Anchor, Button, Progress, Text } from '@mantine/core'
import { IconUserCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { templates } from '../../contract/templates.ts'
import { call } from '../api.ts'
import { number } from '../lib/format.ts'
import { t } from '../lib/text.ts'
import { ErrorState } from '../ui/empty.tsx'
import { Section } from '../ui/section.tsx'
import styles from './check-panel.module.css'
import { addedResult, type CheckResult } from './check-result.ts'
import { variableName } from './variable-text.ts'

interface CheckPanelProps {
  body: string
  language: string
  /** Previews the message of one contact. */
  onShow: (contactId: string) => void
}

/** Runs on request, as many contacts take seconds. The result is of the text at that time. */
export function CheckPanel({ body, language, onShow }: CheckPanelProps) {
  const [asked, setAsked] = useState<{ body: string; language: string }>()
  const [progress, setProgress] = useState<CheckResult>()
  const answer = useQuery({
    queryKey: [templates.check.path, asked],
    queryFn: async ({ signal }) => {
      setProgress(undefined)
      for (let sum: CheckResult | undefined; ; ) {
        const after = sum?.next ?? undefined
        sum = addedResult(
          sum,
          await call(templates.check, { body: { ...asked!, ...(after && { after }) } }, { signal }),
        )
        if (sum.next === null) return sum
        setProgress(sum)
      }
    },
    enabled: asked !== undefined,
    staleTime: 0,
    gcTime: 0,
  })
  const isOld = asked !== undefined && (asked.body !== body || asked.language !== language)
  const ask = () => {
    if (asked && !isOld) void answer.refetch()
    else setAsked({ body, language })
  }
  return (
    <Section
      title={t('Recipients')}
      actions={
        <Button
          variant="default"
          size="xs"
          leftSection={<IconUserCheck size={16} aria-hidden />}
          onClick={ask}
          loading={answer.isFetching}
          disabled={body.trim() === ''}
        >
          {asked ? t('Check again') : t('Check all contacts')}
        </Button>
      }
    >
      <div aria-live="polite" className={styles.stack}>
        {!asked && (
          <Text size="sm" c="dimmed">
            {t('Finds contacts with missing values. They are skipped instead of getting an incomplete message.')}
          </Text>
        )}
        {answer.isFetching && <Looking at={progress} />}
        {answer.error && <ErrorState error={answer.error} onRetry={ask} />}
        {answer.data && !answer.isFetching && (
          <>
            {isOld && (
              <Text size="sm" c="dimmed">
                {t('The message was changed after this check.')}
              </Text>
            )}
            <Found check={answer.data} onShow={onShow} />
          </>
        )}
      </div>
    </Section>
  )
}

/** Progress of the check: 100,000 contacts take half a minute; it stops when the page is closed. */
function Looking({ at }: { at: CheckResult | undefined }) {
  const percent = at ? (at.checked * 100) / Math.max(at.total, at.checked) : 0
  return (
    <div className={styles.stack}>
      <Progress.Root size="sm">
        <Progress.Section value={percent} aria-label={t('Checking contacts')} />
      </Progress.Root>
      <Text size="sm" c="dimmed">
        {at
          ? t('{checked} of {total} contacts checked', { checked: number(at.checked), total: number(at.total) })
          : t('Checking contacts')}
      </Text>
    </div>
  )
}

function Found({ check, onShow }: { check: CheckResult; onShow: (contactId: string) => void }) {
  const { mistake, total, checked, ready, missing } = check
  if (mistake) return <Text size="sm">{t.told(mistake.message)}</Text>
  if (total === 0) return <Text size="sm">{t('There are no contacts with a number who can be messaged yet.')}</Text>
  return (
    <>
      <Text size="sm" fw={600}>
        {ready === checked
          ? t.plural(checked, 'The one contact would get it.', 'All {count} contacts would get it.')
          : t('{ready} of {total} contacts would get it.', { ready: number(ready), total: number(checked) })}
      </Text>
      <ul className={styles.reasons}>
        {missing.map(({ path, mistake: why, count, contacts }) => (
          <li key={path ?? why} className={styles.reason}>
            <Text size="sm" component="div">
              <strong>{path ? variableName(path) : t.told(why ?? '')}</strong>{' '}
              <span className={styles.count}>{t.plural(count, 'one contact', '{count} contacts')}</span>
            </Text>
            <div className={styles.people}>
              {contacts.map(({ id, name }) => (
                <Anchor key={id} component="button" type="button" size="sm" onClick={() => onShow(id)}>
                  {name}
                </Anchor>
              ))}
              {count > contacts.length && (
                <Text size="sm" c="dimmed" component="span">
                  {t('and {count} more', { count: number(count - contacts.length) })}
                </Text>
              )}
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}
