// The phone numbers for which the simulator plays out a problem.
import { t } from '../../platform/lib/text.ts'
import styles from './test-number-list.module.css'

export function TestNumberList() {
  return (
    <dl className={styles.numbers} aria-label={t('Test numbers')}>
      {numbers.map(([ending, outcome]) => (
        <div key={ending}>
          <dt>…{ending}</dt>
          <dd>{t(outcome)}</dd>
        </div>
      ))}
      <div>
        <dt>{t('All others')}</dt>
        <dd>{t('Delivered and read')}</dd>
      </div>
    </dl>
  )
}

/** Must match the list of the simulator on the server. */
const numbers = [
  ['0001', 'Not on WhatsApp'],
  ['0002', 'Accepted, then rejected by WhatsApp'],
  ['0003', 'Delivered, never read'],
  ['0004', 'Sent, never delivered'],
  ['0005', 'Read, then replies STOP'],
  ['0006', 'Read, then replies'],
  ['0007', 'Confirmed only after 3 seconds'],
  ['0008', 'Confirmed only when sent again'],
  ['0009', 'Never confirmed'],
  ['0010', 'Connection lost; the message arrived'],
  ['0011', 'Connection lost; the message did not arrive'],
  ['0012', 'Confirmations twice, and in the wrong order'],
  ['0013', 'Accepted at the third attempt'],
  ['0014', 'Never accepted'],
] as const
