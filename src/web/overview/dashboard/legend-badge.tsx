// Explains the two shades of a bar and the line across it.
import { t } from '../../platform/lib/text.ts'
import { Row } from '../../platform/ui/box.tsx'
import styles from './legend-badge.module.css'

export function Legend({ target }: { target?: boolean | undefined }) {
  return (
    <Row as="span" gap={16} rowGap={0} wrap size={13}>
      <Row as="span" inline gap={6}>
        <Mark kind="second" /> {t('Funded')}
      </Row>
      <Row as="span" inline gap={6}>
        <Mark kind="first" /> {t('Committed')}
      </Row>
      {target && (
        <Row as="span" inline gap={6}>
          <span className={styles.target} aria-hidden /> {t('Target')}
        </Row>
      )}
    </Row>
  )
}

export function Mark({ kind }: { kind: 'first' | 'second' }) {
  return <span className={styles.mark} data-kind={kind} aria-hidden />
}
