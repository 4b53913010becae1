// Placeholders instead of content: empty state, no match, not found, error; each offers a next step.
import { Button } from '@mantine/core'
import { IconCloudOff, IconSearchOff, type TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type PermissionKey, useAllows } from '../lib/permissions.ts'
import { t } from '../lib/text.ts'
import { Row, Text } from './box.tsx'
import styles from './empty.module.css'
import { Lacking } from './may.tsx'

interface EmptyProps {
  icon: TablerIcon
  title: string
  text?: ReactNode
  action?: ReactNode
  /** Permission that `action` needs. Without it a sentence takes the place of the action. */
  permission?: PermissionKey
  tone?: 'quiet' | 'bad'
}

export function Empty({ icon: Icon, title, permission, tone = 'quiet', ...words }: EmptyProps) {
  const may = useAllows()(permission)
  const { text, action } = may ? words : { text: <Lacking permission={permission!} />, action: null }
  return (
    <div className={styles.empty} role={tone === 'bad' ? 'alert' : undefined}>
      <span className={styles.icon} data-tone={tone}>
        <Icon size={26} stroke={1.6} aria-hidden />
      </span>
      <Text as="h2" size={17} weight={600} className={styles.title}>
        {title}
      </Text>
      {text && (
        <Text mt={6} dimmed className={styles.text}>
          {text}
        </Text>
      )}
      {action && (
        <Row gap={8} justify="center" wrap mt={20}>
          {action}
        </Row>
      )}
    </div>
  )
}

export function ErrorState({ error, onRetry, title }: { error: unknown; onRetry?: () => void; title?: string }) {
  return (
    <Empty
      tone="bad"
      icon={IconCloudOff}
      title={title ?? t('Could not be loaded')}
      text={error instanceof Error ? error.message : undefined}
      action={
        onRetry && (
          <Button variant="default" onClick={onRetry}>
            {t('Try again')}
          </Button>
        )
      }
    />
  )
}

interface MissingProps {
  error: unknown
  onRetry: () => unknown
  icon: TablerIcon
  /** “Contact not found” */
  title: string
  /** Link to the list. */
  list?: { to: string; label: string }
  /** Used instead of `list` where there is none to go to, as in a drawer. */
  action?: ReactNode
}

/** Whether the server has no such record; it may also be deleted while its page is open. */
export function isMissing(error: unknown) {
  const { status, fields = [] } = (error ?? {}) as { status?: number; fields?: { path: string }[] }
  // A mistyped or truncated address holds no valid id.
  return status === 404 || (status === 400 && fields.some(({ path }) => path === 'id'))
}

/** Shown instead of a record that cannot be displayed. */
export function Missing({ error, onRetry, icon, title, list, action }: MissingProps) {
  if (!isMissing(error)) return <ErrorState error={error} onRetry={onRetry} />
  return (
    <Empty
      icon={icon}
      title={title}
      text={t('It may have been deleted, it may belong to another organization, or the address is wrong.')}
      action={
        list ? (
          <Button component={Link} to={list.to} variant="default">
            {t('Back to {list}', { list: list.label })}
          </Button>
        ) : (
          action
        )
      }
    />
  )
}

/** Shown when no row matches the search. */
export function NoMatch({
  title,
  text,
  clearLabel,
  onClear,
}: {
  title: string
  text?: string | undefined
  clearLabel: string
  onClear: () => void
}) {
  const clear = (
    <Button variant="default" onClick={onClear}>
      {clearLabel}
    </Button>
  )
  return <Empty icon={IconSearchOff} title={title} text={text} action={clear} />
}
