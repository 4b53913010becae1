// Tag picker: creates missing tags while typing, and opens the tag manager.
import { Button, MultiSelect } from '@mantine/core'
import { IconSettings } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { tags } from '../../../contract/tags.ts'
import { call, invalidate, query } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { Row } from '../../platform/ui/box.tsx'
import { ColorDot } from '../../platform/ui/color-badge.tsx'
import { notifyError } from '../../platform/ui/notices.tsx'
import styles from './tag-picker.module.css'

const TagManageDialog = lazy(() => import('./tag-manage-dialog.tsx'))

interface TagPickerProps {
  label: string
  value: string[]
  onChange: (ids: string[]) => void
  error?: ReactNode
  description?: ReactNode
}

/** Temporary value of a tag until the server assigns its id. */
const toBeMade = 'new'

export function TagPicker({ label, value, onChange, error, description }: TagPickerProps) {
  const client = useQueryClient()
  const { data } = useQuery(query(tags.list))
  const [typed, setTyped] = useState('')
  const [isManaging, setManaging] = useState(false)
  const all = data?.data ?? []
  const name = typed.trim().replace(/\s+/g, ' ')
  const isNew = name !== '' && data && !all.some((tag) => isSame(tag.name, name))

  async function make() {
    try {
      const made = await call(tags.create, { body: { name } })
      // Updates the cache: the field needs the name before the list is refetched.
      client.setQueryData(query(tags.list).queryKey, data && { ...data, data: [...all, made] })
      void invalidate(client, '/v1/tags')
      onChange([...value, made.id])
    } catch (refusal) {
      notifyError(refusal, t('The tag “{name}” could not be created', { name }))
    }
  }
  const change = (ids: string[]) => {
    setTyped('')
    if (ids.includes(toBeMade)) void make()
    else onChange(ids)
  }
  return (
    <div>
      <MultiSelect
        label={label}
        description={description}
        error={error}
        data={[
          ...all.map((tag) => ({ value: tag.id, label: tag.name })),
          ...(isNew ? [{ value: toBeMade, label: t('Create tag “{name}”', { name }) }] : []),
        ]}
        value={data ? value : []}
        onChange={change}
        searchable
        searchValue={typed}
        onSearchChange={setTyped}
        hidePickedOptions
        // The entry to create a tag comes after the matches.
        filter={({ options }) =>
          options.filter((option) => 'value' in option && (option.value === toBeMade || contains(option.label, name)))
        }
        renderOption={({ option }) => (
          <Row as="span" inline gap={8}>
            <ColorDot color={all.find(({ id }) => id === option.value)?.color ?? 'gray'} />
            {option.label}
          </Row>
        )}
        nothingFoundMessage={all.length === 0 ? t('Type a name to create the first tag') : t('No tags match')}
        placeholder={value.length === 0 ? t('Choose, or type a new one') : undefined}
        maxValues={50}
        clearable
        clearButtonProps={{ 'aria-label': t('Clear') }}
      />
      {all.length > 0 && (
        <Button
          className={styles.manage}
          variant="subtle"
          size="compact-xs"
          leftSection={<IconSettings size={14} aria-hidden />}
          onClick={() => setManaging(true)}
        >
          {t('Manage tags')}
        </Button>
      )}
      {isManaging && (
        <Suspense>
          <TagManageDialog onClose={() => setManaging(false)} />
        </Suspense>
      )}
    </div>
  )
}

const folded = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase()
const contains = (text: string, part: string) => folded(text).includes(folded(part))
const isSame = (one: string, other: string) => one.toLocaleLowerCase() === other.toLocaleLowerCase()
