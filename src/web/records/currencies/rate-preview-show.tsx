// Preview of an import: the result of each line, errors first.
import { ScrollArea } from '@mantine/core'
import type { RateImport, RateImportRow } from '../../../contract/currencies.ts'
import { number } from '../../platform/lib/format.ts'
import { sentenceOf } from '../../platform/lib/messages.ts'
import { t } from '../../platform/lib/text.ts'
import { type Tone, ToneBadge } from '../../platform/ui/badge.tsx'
import { Text } from '../../platform/ui/box.tsx'
import { Table } from '../../platform/ui/table.tsx'
import { rateText } from './currency-text.ts'
import styles from './rate-preview-show.module.css'

export function RatePreviewShow({ preview }: { preview: RateImport }) {
  const total = preview.create + preview.update + preview.unchanged + preview.error
  return (
    <>
      <Text weight={600} figures role="status">
        {outcomes
          .filter((outcome) => preview[outcome] > 0)
          .map((outcome) => `${outcomeText(outcome)}: ${number(preview[outcome])}`)
          .join(' · ')}
      </Text>
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
                  {row.message && (
                    <Text as="div" size={13} tone="bad">
                      {sentenceOf(row.message)}
                    </Text>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      </ScrollArea.Autosize>
      {preview.rows.length < total && (
        <Text size={13} dimmed>
          {t('The first {shown} of {total} lines are shown.', {
            shown: number(preview.rows.length),
            total: number(total),
          })}
        </Text>
      )}
    </>
  )
}

type Outcome = RateImportRow['outcome']
const outcomes = ['error', 'create', 'update', 'unchanged'] as const
const tones: Record<Outcome, Tone> = { error: 'bad', create: 'good', update: 'accent', unchanged: 'neutral' }

function outcomeText(outcome: Outcome): string {
  if (outcome === 'error') return t('Skipped')
  if (outcome === 'create') return t('New')
  return outcome === 'update' ? t('Changes') : t('Unchanged')
}
