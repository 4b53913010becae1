// Fields of the task form.
import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { Repeat, type Task } from '../../../contract/tasks.ts'
import { MemberPicker } from '../../identity/account/member-picker.tsx'
import { t } from '../../platform/lib/text.ts'
import { DateField } from '../../platform/ui/date-field.tsx'
import type { SaveForm } from '../../platform/ui/form.tsx'
import { repeatText, taskLabels } from './labels.ts'
import { RecordPicker } from './record-picker.tsx'
import type { TaskValues } from './values.ts'

/** `task`: the task that is edited. `record`: the record that a new task is about. */
export function TaskFields({
  form,
  task,
  record,
}: {
  form: SaveForm<TaskValues>
  task?: Task
  record?: Task['record']
}) {
  const labels = taskLabels()
  const field = <K extends keyof TaskValues>(name: K) => form.field(name, labels[name])
  const { value, onChange, ...assignee } = field('assignee_user_id')
  return (
    <>
      <TextInput {...field('title')} required autoComplete="off" maxLength={200} data-autofocus />
      <DateField {...field('due_on')} />
      <NativeSelect
        {...field('repeats')}
        data={[
          { value: '', label: t('Does not repeat') },
          ...Repeat.options.map((repeats) => ({ value: repeats, label: repeatText(repeats) })),
        ]}
        description={
          form.values.repeats !== '' && t('When this task is done, the next one is added, counted from its due day.')
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
      <MemberPicker
        {...assignee}
        value={value || null}
        onChange={(id) => onChange(id ?? '')}
        known={task?.assignee ?? null}
      />
      <RecordPicker {...field('record')} known={task?.record ?? record ?? null} />
      <Textarea {...field('details')} value={form.values.details} autosize minRows={3} maxRows={12} maxLength={5_000} />
    </>
  )
}
