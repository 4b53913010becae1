// The facts of a record: labels and values.
import type { ReactNode } from 'react'
import { t } from '../lib/text.ts'
import { Text } from './box.tsx'
import styles from './facts.module.css'
import { type FactEdit, InlineFact } from './inline-fact.tsx'

export interface Fact {
  label: string
  /** An empty value is shown as not set. */
  value: ReactNode
  /** Makes the value editable in place. */
  edit?: FactEdit
}

export function Facts({ facts }: { facts: Fact[] }) {
  return (
    <div className={styles.frame}>
      <dl className={styles.facts}>
        {facts.map(({ label, value, edit }) => (
          <div key={label} className={styles.fact}>
            <dt>{label}</dt>
            <dd>
              {edit ? (
                <InlineFact label={label} edit={edit}>
                  {shown(value)}
                </InlineFact>
              ) : (
                shown(value)
              )}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

const shown = (value: ReactNode) =>
  value || (
    <Text as="span" dimmed>
      {t('Not set')}
    </Text>
  )
