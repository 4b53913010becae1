// List of steps: done, next and later ones.
import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { number } from '../lib/format.ts'
import { t } from '../lib/text.ts'
import styles from './step-list.module.css'

export interface Step {
  title: string
  text: string
  done: boolean
  to: string
  action: string
  /** Secondary action, as a subtle button. */
  other?: ReactNode
}

export function StepList({ steps }: { steps: Step[] }) {
  const next = steps.find(({ done }) => !done)
  return (
    <ol className={styles.steps}>
      {steps.map((step, index) => (
        <li
          key={step.to}
          className={styles.step}
          data-done={step.done || undefined}
          aria-current={step === next ? 'step' : undefined}
        >
          <span className={styles.mark} aria-hidden>
            {step.done ? <IconCheck size={16} stroke={2.5} /> : number(index + 1)}
          </span>
          <div className={styles.body}>
            <h3 className={styles.title}>
              {step.title}
              {step.done && <span className={styles.hidden}> ({t('done')})</span>}
            </h3>
            <p className={styles.text}>{step.text}</p>
          </div>
          {!step.done && (
            <div className={styles.actions}>
              {step.other}
              <Button component={Link} to={step.to} variant={step === next ? 'filled' : 'default'} size="sm">
                {step.action}
              </Button>
            </div>
          )}
        </li>
      ))}
    </ol>
  )
}
