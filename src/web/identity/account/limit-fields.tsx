// Form fields of the custom sending limits, each with its reason.
import { TextInput } from '@mantine/core'
import type { PacingLimits } from '../../../contract/pacing.ts'
import { t } from '../../platform/lib/text.ts'
import { Text } from '../../platform/ui/box.tsx'
import styles from './limit-fields.module.css'
import { limits as described } from './pacing.ts'

interface LimitFieldsProps {
  limits: PacingLimits
  errorOf: (path: string, label: string) => string | undefined
  onChange: (limits: PacingLimits) => void
}

interface Field {
  path: string
  label: string
  value: number | string | null
  type?: 'time'
  set(text: string): Partial<PacingLimits>
}

export function LimitFields({ limits, errorOf, onChange }: LimitFieldsProps) {
  return (
    <Text as="div" lineAbove>
      {described.map(({ key, label, reason }) => (
        <div key={key} className={styles.limit}>
          <div>
            <Text as="span" weight={600}>
              {t(label)}
            </Text>
            <Text mt={2} size={13} dimmed>
              {t(reason)} {emptyText(key)}
            </Text>
          </div>
          <div className={styles.fields}>
            {fieldsOf(key, limits).map(({ path, label: name, value, type, set }) => (
              <TextInput
                key={path}
                size="sm"
                label={name}
                aria-label={`${t(label)}: ${name}`}
                type={type ?? 'text'}
                inputMode={type ? undefined : 'numeric'}
                value={typeof value === 'number' && Number.isNaN(value) ? '' : (value ?? '')}
                error={errorOf(`limits.${path}`, t('The value'))}
                onChange={(event) => onChange({ ...limits, ...set(event.currentTarget.value) })}
              />
            ))}
          </div>
        </div>
      ))}
    </Text>
  )
}

const emptyText = (key: keyof PacingLimits) =>
  key === 'hours' ? t('Leave both empty for any time.') : key === 'warm_up' ? t('Leave empty for no warm-up.') : ''

const amount = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN)
/** Empty: no such limit. */
const amountOrNone = (text: string) => (text.trim() === '' ? null : amount(text))

function fieldsOf(key: keyof PacingLimits, limits: PacingLimits): Field[] {
  switch (key) {
    case 'new_gap':
    case 'known_gap':
    case 'group_gap':
      return span(key, limits)
    case 'rest':
    case 'rest_after':
      return [...span('rest', limits), plain('rest_after', t('Messages between breaks'), limits)]
    case 'warm_up':
      return [
        {
          path: key,
          label: t('On the first day'),
          value: limits.warm_up,
          set: (text) => ({ warm_up: amountOrNone(text) }),
        },
      ]
    case 'hours':
      return [edge('from', t('From'), limits), edge('to', t('To'), limits)]
    case 'contact_hours':
      return [plain(key, t('Hours'), limits)]
    default:
      return [plain(key, t('Maximum messages'), limits)]
  }
}

function span(key: 'new_gap' | 'known_gap' | 'group_gap' | 'rest', limits: PacingLimits): Field[] {
  const end = (which: 'min' | 'max', label: string): Field => ({
    path: `${key}.${which}`,
    label,
    value: limits[key][which],
    set: (text) => ({ [key]: { ...limits[key], [which]: amount(text) } }),
  })
  return [end('min', t('Minimum seconds')), end('max', t('Maximum seconds'))]
}

function plain(
  key: 'rest_after' | 'hourly_cap' | 'daily_cap' | 'new_chat_cap' | 'contact_hours',
  label: string,
  limits: PacingLimits,
): Field {
  return { path: key, label, value: limits[key], set: (text) => ({ [key]: amount(text) }) }
}

function edge(which: 'from' | 'to', label: string, { hours }: PacingLimits): Field {
  const before = hours ?? { from: '', to: '' }
  return {
    path: `hours.${which}`,
    label,
    value: before[which],
    type: 'time',
    set: (text) => {
      const after = { ...before, [which]: text }
      return { hours: after.from || after.to ? after : null }
    },
  }
}
