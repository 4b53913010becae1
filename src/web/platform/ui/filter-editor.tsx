// Editor of one filter's value: one choice, several, a day, or a custom editor.
import { Checkbox, TextInput, UnstyledButton } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { t } from '../lib/text.ts'
import { Row, Text } from './box.tsx'
import { DateField } from './date-field.tsx'
import styles from './filter-bar.module.css'
import { SkeletonLines } from './skeleton-lines.tsx'

interface Named {
  key: string
  /** Start of the sentence: "Status". */
  label: string
}
export interface FilterChoice {
  value: string
  label: string
  /** Shown before the label: a dot in the option's color. */
  mark?: ReactNode
}
export type Filter = Named &
  (
    | {
        choices: readonly FilterChoice[]
        /** Multiple values: matches any of them. */
        many?: boolean
        /** Below the options: a link to manage them. */
        footer?: (close: () => void) => ReactNode
      }
    | { day: true }
    | {
        /** Formats a value for its chip. */
        text: (value: string) => string
        /** Hook that requests the choices once the filter is open; returns undefined while they load. */
        useChoices: () => readonly FilterChoice[] | undefined
      }
    | {
        /** Formats a value. */
        text: (value: string) => string
        editor: (props: { value: string | undefined; onChange: (value: string | undefined) => void }) => ReactNode
      }
  )

interface FilterEditorProps {
  filter: Filter
  values: string[]
  onChange: (values: string[]) => void
  onClose: () => void
}

export function FilterEditor({ filter, ...props }: FilterEditorProps) {
  return 'useChoices' in filter ? <Requested filter={filter} {...props} /> : <Editor filter={filter} {...props} />
}

type RequestedFilter = Extract<Filter, { useChoices: unknown }>

function Requested({ filter, ...props }: FilterEditorProps & { filter: RequestedFilter }) {
  const { key, label, useChoices } = filter
  const choices = useChoices()
  return choices ? <Editor filter={{ key, label, choices }} {...props} /> : <SkeletonLines height={5} />
}

function Editor({
  filter,
  values,
  onChange,
  onClose,
}: FilterEditorProps & { filter: Exclude<Filter, RequestedFilter> }) {
  const element = useRef<HTMLDivElement>(null)
  // The button that had focus is no longer there.
  useEffect(() => element.current?.querySelector<HTMLElement>('[data-checked], input, [data-choice]')?.focus(), [])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only moves focus among what can be pressed
    <div ref={element} className={styles.editor} onKeyDown={onArrow}>
      <Text size={13} weight={500} dimmed className={styles.title}>
        {filter.label}
      </Text>
      {'choices' in filter ? (
        <Choices filter={filter} values={values} onChange={onChange} onClose={onClose} />
      ) : 'day' in filter ? (
        <DateField
          aria-label={filter.label}
          value={values[0] ?? ''}
          onlyDays
          onChange={(day) => onChange([day].filter(Boolean))}
          onEnter={onClose}
        />
      ) : (
        filter.editor({ value: values[0], onChange: (value) => onChange(value ? [value] : []) })
      )}
    </div>
  )
}

/** More options than this get a search field. */
const fewChoices = 8

function Choices({
  filter,
  values,
  onChange,
  onClose,
}: FilterEditorProps & { filter: Extract<Filter, { choices: unknown }> }) {
  const [typed, setTyped] = useState('')
  // Also stored here: the address updates a moment later, and the next click must not be lost.
  const [picked, setPicked] = useState(values)
  const toggle = (value: string, isPicked: boolean) => {
    const next = isPicked ? [...picked, value] : picked.filter((other) => other !== value)
    setPicked(next)
    onChange(next)
  }
  const found = filter.choices.filter(({ label }) =>
    label.toLocaleLowerCase().includes(typed.trim().toLocaleLowerCase()),
  )
  const pick = (value: string) => {
    onChange([value])
    onClose()
  }
  return (
    <>
      {filter.choices.length > fewChoices && (
        <TextInput
          size="xs"
          aria-label={t('Search')}
          placeholder={t('Search')}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      <div className={styles.choices}>
        {found.map(({ value, label, mark }) =>
          filter.many ? (
            <Checkbox
              key={value}
              className={styles.check}
              size="xs"
              data-choice
              checked={picked.includes(value)}
              onChange={(event) => toggle(value, event.currentTarget.checked)}
              label={
                <Row as="span" inline gap={8} size={14}>
                  {mark}
                  {label}
                </Row>
              }
            />
          ) : (
            <UnstyledButton
              key={value}
              className={styles.choice}
              data-choice
              data-checked={values.includes(value) || undefined}
              aria-pressed={values.includes(value)}
              onClick={() => pick(value)}
            >
              <Row as="span" inline gap={8} size={14}>
                {mark}
                {label}
              </Row>
              {values.includes(value) && <IconCheck size={16} aria-hidden />}
            </UnstyledButton>
          ),
        )}
        {found.length === 0 && (
          <Text dimmed py={8} px={8}>
            {t('Nothing found')}
          </Text>
        )}
      </div>
      {filter.footer && <div className={styles.footer}>{filter.footer(onClose)}</div>}
    </>
  )
}

/** The up and down arrows move among the options. */
export function onArrow(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const choices = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-choice]')].map((element) =>
    element.matches('input, button') ? element : (element.querySelector<HTMLElement>('input') ?? element),
  )
  if (choices.length === 0) return
  event.preventDefault()
  const at = choices.indexOf(document.activeElement as HTMLElement)
  const step = event.key === 'ArrowDown' ? 1 : -1
  choices[(at < 0 ? (step > 0 ? 0 : choices.length - 1) : at + step + choices.length) % choices.length]?.focus()
}
