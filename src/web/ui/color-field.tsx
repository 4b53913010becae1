// Chooses one of a few colours, each with its name for those who do not see it.
import { Input } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useId } from 'react'
import badge from './color-badge.module.css'
import styles from './color-field.module.css'

interface ColorFieldProps {
  label: string
  value: string
  /** Names as ColorBadge knows them, and what people call them. */
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
