// Inserts a variable: by subject, with search and examples; below them loops and conditions.
import { Button, Combobox, useCombobox } from '@mantine/core'
import { IconBraces, IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { templateSubjects, templateVariables } from '../../../contract/template-language.ts'
import { t } from '../../platform/lib/text.ts'
import { Text } from '../../platform/ui/box.tsx'
import { useCustomVariables } from './labels.ts'
import styles from './variable-picker.module.css'
import { type CustomVariable, sampleText, variablePiece } from './variable-text.ts'

interface Choice {
  id: string
  label: string
  written: string
  example: string
  piece: string
}

interface VariablePickerProps {
  onPick: (piece: string) => void
  /** Set if typing `/` or `{{` opened the picker: then it has no button and is open from the start. */
  typed?: {
    /** Removes the letters typed before the search got the focus from the text, and returns them. */
    onOpen: () => string
    onClose: () => void
    /** The user typed a space first, so the `/` or `{{` was meant as text. */
    onSpace: () => void
  }
}

export function VariablePicker({ onPick, typed }: VariablePickerProps) {
  const [search, setSearch] = useState('')
  const picked = useRef(false)
  const isTaken = useRef(false)
  const combobox = useCombobox({
    defaultOpened: typed !== undefined,
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      setSearch('')
      if (!picked.current) typed?.onClose()
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  })
  /** Called with the search field when it is rendered. */
  const onSearch = (search: HTMLInputElement | null) => {
    if (!search || !typed || isTaken.current) return
    isTaken.current = true
    setTimeout(() => {
      search.focus()
      setSearch(typed.onOpen())
      combobox.selectFirstOption()
    })
  }
  // Selects the first option after the filtered ones are rendered: the first of the previous options may have disappeared.
  useEffect(() => {
    if (search) combobox.selectFirstOption()
  }, [search])
  const groups = groupsOf(search, useCustomVariables())
  const all = groups.flatMap(({ choices }) => choices)
  return (
    <Combobox
      store={combobox}
      position="bottom-start"
      width={340}
      onOptionSubmit={(id) => {
        const choice = all.find((each) => each.id === id)
        picked.current = choice !== undefined
        combobox.closeDropdown()
        picked.current = false
        if (choice) onPick(choice.piece)
      }}
    >
      <Combobox.Target targetType="button" withAriaAttributes={false}>
        {typed ? (
          <span className={styles.caret} />
        ) : (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconBraces size={16} aria-hidden />}
            aria-haspopup="dialog"
            aria-expanded={combobox.dropdownOpened}
            onClick={() => combobox.toggleDropdown()}
          >
            {t('Insert variable')}
          </Button>
        )}
      </Combobox.Target>
      <Combobox.Dropdown className={styles.dropdown}>
        <div role="dialog" aria-label={t('Insert variable')}>
          <Combobox.Search
            ref={onSearch}
            role="combobox"
            aria-expanded={combobox.dropdownOpened}
            aria-controls={combobox.listId ?? undefined}
            value={search}
            onKeyDown={(event) => {
              if (event.key !== ' ' || search !== '' || !typed) return
              event.preventDefault()
              typed.onSpace()
            }}
            onChange={(event) => setSearch(event.currentTarget.value)}
            placeholder={t('Search variables')}
            aria-label={t('Search variables')}
            leftSection={<IconSearch size={16} aria-hidden />}
          />
          <Combobox.Options className={styles.options} aria-label={t('Variables')}>
            {groups.map(({ label, choices }) => (
              <Combobox.Group key={label} label={label}>
                {choices.map(({ id, label: name, example }) => (
                  <Combobox.Option key={id} value={id} className={styles.option}>
                    <Text as="span" weight={500}>
                      {name}
                    </Text>
                    <Text as="span" size={12} dimmed truncate textAlign="end" className={styles.example}>
                      {example}
                    </Text>
                  </Combobox.Option>
                ))}
              </Combobox.Group>
            ))}
            {all.length === 0 && <Combobox.Empty>{t('No variables match')}</Combobox.Empty>}
          </Combobox.Options>
        </div>
      </Combobox.Dropdown>
    </Combobox>
  )
}

function groupsOf(search: string, customs: readonly CustomVariable[]): { label: string; choices: Choice[] }[] {
  const groups = templateSubjects.map(({ subject, label }) => ({
    label: t(label),
    choices: [
      ...templateVariables.map((variable) => ({ variable, name: t(variable.label) })),
      ...customs.filter(({ isActive }) => isActive).map((variable) => ({ variable, name: variable.label })),
    ]
      .filter(({ variable: { path } }) => path.startsWith(`${subject}.`))
      .map(
        ({ variable, name }): Choice => ({
          id: variable.path,
          label: name,
          written: variable.path,
          example: sampleText(variable),
          piece: variablePiece(variable),
        }),
      ),
  }))
  const words = search.trim().toLocaleLowerCase().split(/\s+/)
  return [...groups, { label: t('Conditions and lists'), choices: blocks() }]
    .map(({ label, choices }) => ({
      label,
      choices: choices.filter((choice) => {
        const text = `${label} ${choice.label} ${choice.written}`.toLocaleLowerCase()
        return words.every((word) => text.includes(word))
      }),
    }))
    .filter(({ choices }) => choices.length > 0)
}

const blocks = (): Choice[] => [
  {
    id: 'if',
    label: t('Only if there is a value'),
    written: '{% if … %}',
    example: '',
    piece: '{% if contact.company %} {{ contact.company }}{% endif %}',
  },
  {
    id: 'owes',
    label: t('Only if something is outstanding'),
    written: '{% if … > 0 %}',
    example: '',
    piece: '{% if investor.outstanding > 0 %}{{ investor.outstanding | money }}{% endif %}',
  },
  {
    id: 'for',
    label: t('All investments, one per line'),
    written: '{% for … %}',
    example: '',
    piece:
      '{% for investment in investments %}- {{ investment.title }}: {{ investment.outstanding | money }}\n{% endfor %}',
  },
]
