// The facts of a record: labels and values.
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useMay } from '../lib/permissions.ts'
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

interface FactsProps {
  facts: Fact[]
  /** Hides several empty facts behind a button. */
  foldsEmpty?: boolean
}

/** Up to this many empty facts are always shown, because a button would take as much space. */
const fewEmpty = 3

/** Users who may not edit see only values, or the empty facts if all are empty. */
export function Facts({ facts, foldsEmpty }: FactsProps) {
  const mayEdit = useMay('edit')
  const [isOpen, setOpen] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  // The pressed button has disappeared, so the focus moves to the first fact that it revealed.
  useEffect(() => {
    if (isOpen) frame.current?.querySelector<HTMLElement>('[data-empty] button')?.focus()
  }, [isOpen])
  const isEmpty = ({ value, edit }: Fact) => edit !== undefined && !value
  const canFold = foldsEmpty === true && (mayEdit || !facts.every(isEmpty))
  const isFolded = canFold && !isOpen && facts.filter(isEmpty).length >= fewEmpty
  const shownFacts = isFolded ? facts.filter((fact) => !isEmpty(fact)) : facts
  return (
    <div ref={frame} className={styles.frame}>
      {shownFacts.length > 0 && (
        <dl className={styles.facts}>
          {shownFacts.map((fact) => (
            <div key={fact.label} className={styles.fact} data-empty={isEmpty(fact) || undefined}>
              <dt>{fact.label}</dt>
              <dd>
                {fact.edit && mayEdit ? (
                  <InlineFact label={fact.label} edit={fact.edit}>
                    {shown(fact.value)}
                  </InlineFact>
                ) : (
                  shown(fact.value)
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {isFolded && mayEdit && (
        <Button
          variant="subtle"
          size="compact-sm"
          className={styles.more}
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => setOpen(true)}
        >
          {t('Add details')}
        </Button>
      )}
    </div>
  )
}

const shown = (value: ReactNode) =>
  value || (
    <Text as="span" dimmed>
      {t('Not set')}
    </Text>
  )
