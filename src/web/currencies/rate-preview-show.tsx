// Preview of an import: the result of each line, errors first.
import { ScrollArea } from '@mantine/core'
import type { RateImport, RateImportRow } from '../../contract/currencies.ts'
import { number } from '../lib/format.ts'
import { t } from '../lib/text.ts'
import { type Tone, ToneBadge } from '../ui/badge.tsx'
import { Table } from '../ui/table.tsx'
import { rateText } from './currency-text.ts'
import styles from './rate-preview-show.module.css'

export function RatePreviewShow({ preview }: { preview: RateImport }) {
  const total = preview.create + preview.update + preview.same + preview.error
  return (
    <>
      <p className={styles.headline} role="status">
        {outcomes
          .filter((outcome) => preview[outcome] > 0)
          .map((outcome) => `${outcomeText(outcome)}: ${number(preview[outcome])}`)
          .join(' · ')}
      </p>
      <ScrollArea.Autosize mah={320} className={styles.rows} viewportProps={{ tabIndex: 0 }}>
        <Table className={styles.table} aria-label={t('Lines')}>
          <tbody>
            {preview.rows.map((row) => (
              <tr key={row.line}>
                <td className={styles.line}>{number(row.line)}</td>
                <td>
                  <ToneBadge tone={tones[row.outcome]}>{outcomeText(row.outcome)}</ToneBadge>
                </td>
                <td>
                  {row.message
                    ? [row.day, row.from_currency, row.to_currency, row.rate].join(' ')
                    : `${row.day}: ${rateText(row.from_currency, row.to_currency, row.rate)}`}
                  {row.message && <div className={styles.message}>{t.told(row.message)}</div>}
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      </ScrollArea.Autosize>
      {preview.rows.length < total && (
        <p className={styles.more}>
          {t('The first {shown} of {total} lines are shown.', {
            shown: number(preview.rows.length),
            total: number(total),
          })}
        </p>
      )}
    </>
  )
}

type Outcome = RateImportRow['outcome']
const outcomes = ['error', 'create', 'update', 'same'] as const
const tones: Record<Outcome, Tone> = { error: 'bad', create: 'good', update: 'accent', same: 'neutral' }

function outcomeText(outcome: Outcome): string {
  if (outcome === 'error') return t('Skipped')
  if (outcome === 'create') return t('New')
  return outcome === 'update' ? t('Changes') : t('Unchanged')
}
