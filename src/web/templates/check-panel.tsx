// The text against all contacts: how many would get it, and who would not for want of what.
import { Anchor, Button, Loader, Text } from '@mantine/core'
import { IconUserCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Check, templates } from '../../contract/templates.ts'
import { query } from '../api.ts'
import { number } from '../lib/format.ts'
import { t } from '../lib/text.ts'
import { ErrorState } from '../ui/empty.tsx'
import { Section } from '../ui/section.tsx'
import styles from './check-panel.module.css'
import { variableName } from './variable-text.ts'

interface CheckPanelProps {
  body: string
  language: string
  /** Shows the message as one contact would get it. */
  onShow: (contactId: string) => void
}

/** Asked for, not live: with many contacts it takes seconds. What was found is of the text as it was then. */
export function CheckPanel({ body, language, onShow }: CheckPanelProps) {
  const [asked, setAsked] = useState<{ body: string; language: string }>()
  const answer = useQuery({
    ...query(templates.check, { body: asked ?? { body: '' } }),
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
      title={t('Who would get it')}
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
            {t(
              'Looks for contacts who lack something that the message says. They would be left out, not written to with a gap.',
            )}
          </Text>
        )}
        {answer.isLoading && <Loader size="sm" aria-label={t('Loading…')} />}
        {answer.error && <ErrorState error={answer.error} onRetry={ask} />}
        {answer.data && !answer.isFetching && (
          <>
            {isOld && (
              <Text size="sm" c="dimmed">
                {t('The message was changed since.')}
              </Text>
            )}
            <Found check={answer.data} onShow={onShow} />
          </>
        )}
      </div>
    </Section>
  )
}

function Found({ check, onShow }: { check: Check; onShow: (contactId: string) => void }) {
  const { mistake, total, checked, ready, missing } = check
  if (mistake) return <Text size="sm">{t.told(mistake.message)}</Text>
  if (total === 0) return <Text size="sm">{t('There is no contact with a number who may be written to yet.')}</Text>
  return (
    <>
      <Text size="sm" fw={600}>
        {ready === total
          ? t.plural(total, 'The one contact would get it.', 'All {count} contacts would get it.')
          : t('{ready} of {total} contacts would get it.', { ready: number(ready), total: number(checked) })}
      </Text>
      {checked < total && (
        <Text size="sm" c="dimmed">
          {t('Only the first {checked} of {total} by name were looked at.', {
            checked: number(checked),
            total: number(total),
          })}
        </Text>
      )}
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
