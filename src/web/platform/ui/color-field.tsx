// Color picker with a small palette; each color has a name for screen readers.
import { Input } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useId } from 'react'
import badge from './color-badge.module.css'
import styles from './color-field.module.css'

interface ColorFieldProps {
  label: string
  value: string
  /** Values as ColorBadge expects them, with display names. */
  colors: readonly { value: string; label: string }[]
  onChange: (color: string) => void
}

export function ColorField({ label, value, colors, onChange }: ColorFieldProps) {
  const id = useId()
  return (
    <div role="radiogroup" aria-labelledby={id}>
      <Input.Label id={id} component="div">
        {label}
      </Input.Label>
      <div className={styles.palette}>
        {colors.map((color) => (
          <label
            key={color.value}
            className={`${badge.color} ${styles.swatch}`}
            data-color={color.value}
            title={color.label}
          >
            <input
              type="radio"
              name={id}
              aria-label={color.label}
              checked={color.value === value}
              onChange={() => onChange(color.value)}
            />
            <span className={styles.paint} aria-hidden>
              {color.value === value && <IconCheck size={16} stroke={2.5} />}
            </span>
          </label>
        ))}
      </div>
    </div>
  )
}
