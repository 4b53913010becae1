// List of steps: done, next and later ones.
import { Button, VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { number } from '../../platform/lib/format.ts'
import { type PermissionKey, useAllows } from '../../platform/lib/permissions.ts'
import { t } from '../../platform/lib/text.ts'
import { PlainList, Row, Text } from '../../platform/ui/box.tsx'
import { Lacking } from '../../platform/ui/may.tsx'
import styles from './step-list.module.css'

export interface Step {
  title: string
  text: string
  done: boolean
  to: string
  action: string
  /** Called instead of opening `to`. */
  onAction?: (() => void) | undefined
  /** The permission that the actions need. */
  permission?: PermissionKey
  /** Secondary action, as a subtle button. */
  other?: ReactNode
}

export function StepList({ steps }: { steps: Step[] }) {
  const next = steps.find(({ done }) => !done)
  const allows = useAllows()
  return (
    <PlainList divided as="ol" className={styles.steps}>
      {steps.map((step, index) => (
        <Row
          as="li"
          key={step.to}
          gap={16}
          rowGap={8}
          wrap
          py={12}
          className={styles.step}
          data-done={step.done || undefined}
          aria-current={step === next ? 'step' : undefined}
        >
          <Text
            as="span"
            disc
            size={13}
            weight={600}
            dimmed={!step.done}
            fill={step.done ? 'good' : undefined}
            className={styles.mark}
            aria-hidden
          >
            {step.done ? <IconCheck size={16} stroke={2.5} /> : number(index + 1)}
          </Text>
          <div className={styles.body}>
            <Text as="h3" size={15} weight={600} className={styles.title}>
              {step.title}
              {step.done && <VisuallyHidden> ({t('done')})</VisuallyHidden>}
            </Text>
            <Text dimmed className={styles.text}>
              {step.text}
            </Text>
          </div>
          {!step.done &&
            (allows(step.permission) ? (
              <Row gap={8} wrap className={styles.actions}>
                {step.other}
                <ActionButton step={step} isNext={step === next} />
              </Row>
            ) : (
              <Lacking permission={step.permission!} />
            ))}
        </Row>
      ))}
    </PlainList>
  )
}

function ActionButton({ step: { to, action, onAction }, isNext }: { step: Step; isNext: boolean }) {
  const look = { variant: isNext ? 'filled' : 'default', size: 'sm', children: action }
  return onAction ? <Button {...look} onClick={onAction} /> : <Button {...look} component={Link} to={to} />
}
