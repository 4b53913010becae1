// Checks the text for all contacts: how many would get it, and who would be skipped and why.
import { Anchor, Button, Progress } from '@mantine/core'
import { IconUserCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { templates } from '../../../contract/templates.ts'
import { call } from '../../api.ts'
import { number } from '../../platform/lib/format.ts'
import { sentenceOf } from '../../platform/lib/messages.ts'
import { t } from '../../platform/lib/text.ts'
import { PlainList, Row, Stack, Text } from '../../platform/ui/box.tsx'
import { ErrorState } from '../../platform/ui/empty.tsx'
import { Section } from '../../platform/ui/section.tsx'
import styles from './check-panel.module.css'
import { addedResult, type CheckResult } from './check-result.ts'
import { useCustomVariables } from './labels.ts'
import { variableName } from './variable-text.ts'

interface CheckPanelProps {
  body: string
  language: string
  /** Previews the message of one contact. */
  onShow: (contactId: string) => void
}

/** Runs on request, as many contacts take seconds. The result is of the text at that time. */
export function CheckPanel({ body, language, onShow }: CheckPanelProps) {
  const [checkInput, setCheckInput] = useState<{ body: string; language: string }>()
  const [progress, setProgress] = useState<CheckResult>()
  const answer = useQuery({
    queryKey: [templates.check.path, checkInput],
    queryFn: async ({ signal }) => {
      setProgress(undefined)
      for (let sum: CheckResult | undefined; ; ) {
        const after = sum?.next ?? undefined
        sum = addedResult(
          sum,
          await call(templates.check, { body: { ...checkInput!, ...(after && { after }) } }, { signal }),
        )
        if (sum.next === null) return sum
        setProgress(sum)
      }
    },
    enabled: checkInput !== undefined,
    staleTime: 0,
    gcTime: 0,
  })
  const isOld = checkInput !== undefined && (checkInput.body !== body || checkInput.language !== language)
  const ask = () => {
    if (checkInput && !isOld) void answer.refetch()
    else setCheckInput({ body, language })
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
          {checkInput ? t('Check again') : t('Check all contacts')}
        </Button>
      }
    >
      <Stack aria-live="polite" gap={8} align="start">
        {!checkInput && (
          <Text dimmed>
            {t('Finds contacts with missing values. They are skipped instead of getting an incomplete message.')}{' '}
            {body.trim() === '' && t('Write the message first.')}
          </Text>
        )}
        {answer.isFetching && <Looking at={progress} />}
        {answer.error && <ErrorState error={answer.error} onRetry={ask} />}
        {answer.data && !answer.isFetching && (
          <>
            {isOld && <Text dimmed>{t('The message was changed after this check.')}</Text>}
            <Found check={answer.data} onShow={onShow} />
          </>
        )}
      </Stack>
    </Section>
  )
}

/** Progress of the check: 100,000 contacts take half a minute; it stops when the page is closed. */
function Looking({ at }: { at: CheckResult | undefined }) {
  const percent = at ? (at.checked * 100) / Math.max(at.total, at.checked) : 0
  return (
    <Stack gap={8} align="start">
      <Progress.Root size="sm">
        <Progress.Section value={percent} aria-label={t('Checking contacts')} />
      </Progress.Root>
      <Text dimmed>
        {at
          ? t('{checked} of {total} contacts checked', { checked: number(at.checked), total: number(at.total) })
          : t('Checking contacts')}
      </Text>
    </Stack>
  )
}

function Found({ check, onShow }: { check: CheckResult; onShow: (contactId: string) => void }) {
  const { error, total, checked, ready, missing } = check
  const customs = useCustomVariables()
  if (error) return <Text>{sentenceOf(error.message)}</Text>
  if (total === 0) return <Text>{t('There are no contacts with a number who can be messaged yet.')}</Text>
  return (
    <>
      <Text weight={600}>
        {ready === checked
          ? t.plural(checked, 'The one contact would get it.', 'All {count} contacts would get it.')
          : t('{ready} of {total} contacts would get it.', { ready: number(ready), total: number(checked) })}
      </Text>
      <PlainList gap={12} className={styles.reasons}>
        {missing.map(({ path, error: why, count, contacts }) => (
          <li key={path ?? why?.code} className={styles.reason}>
            <Text as="div">
              <strong>{path ? variableName(path, customs) : why && sentenceOf(why)}</strong>{' '}
              <Text as="span" dimmed>
                {t.plural(count, 'one contact', '{count} contacts')}
              </Text>
            </Text>
            <Row gap={12} rowGap={2} align="stretch" wrap mt={4} breakWords className={styles.people}>
              {contacts.map(({ id, name }) => (
                <Anchor key={id} component="button" type="button" size="sm" onClick={() => onShow(id)}>
                  {name}
                </Anchor>
              ))}
              {count > contacts.length && (
                <Text dimmed as="span">
                  {t('and {count} more', { count: number(count - contacts.length) })}
                </Text>
              )}
            </Row>
          </li>
        ))}
      </PlainList>
    </>
  )
}
