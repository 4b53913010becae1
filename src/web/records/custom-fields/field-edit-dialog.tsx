// Dialog that adds or edits a custom field.
import { Modal, NativeSelect, TextInput } from '@mantine/core'
import { lazy, Suspense, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { type CustomField, CustomFieldInput, type CustomRecord, customFields } from '../../../contract/custom-fields.ts'
import { CustomType } from '../../../contract/custom-values.ts'
import { ApiError, call } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { useFocusRestore } from '../../platform/ui/focus-restore.ts'
import { Form, useSaveForm } from '../../platform/ui/form.tsx'
import { notify } from '../../platform/ui/notices.tsx'
import { ChoiceFields, type ChoiceRow, emptyChoice, rowsOf } from './choice-fields.tsx'
import { recordText, typeText } from './labels.ts'
import { useRefresh } from './use-changes.ts'

const ConfirmDialog = lazy(() => import('../../platform/ui/confirm-dialog.tsx'))

interface FieldEditDialogProps {
  /** Undefined to add a new field. */
  field: CustomField | undefined
  record: CustomRecord
  onClose: () => void
}

type Values = { name: string; type: CustomType; choices: ChoiceRow[] }

const hasChoices = (type: CustomType) => type === 'choice' || type === 'choices'

/** The request's body. New choices without a name are left out. */
const inputOf = ({ name, type, choices }: Values, record: CustomRecord): CustomFieldInput => ({
  record,
  type,
  name,
  ...(hasChoices(type) && {
    choices: choices
      .filter((choice) => choice.key || choice.name.trim())
      .map(({ key, name: called, color }) => ({ ...(key && { id: key }), name: called, color })),
  }),
})

const schemaFor = (record: CustomRecord) =>
  z.pipe(
    z.transform((values: Values) => inputOf(values, record)),
    CustomFieldInput,
  )

export default function FieldEditDialog({ field, record, onClose }: FieldEditDialogProps) {
  useFocusRestore()
  const refresh = useRefresh()
  const version = useRef(field?.version ?? 0)
  const [schema] = useState(() => schemaFor(record))
  // How many records have a choice that is about to be deleted. Set if the user must confirm this.
  const [asked, setAsked] = useState<number>()
  const isAllowed = useRef(false)
  const form = useSaveForm<Values>({
    schema,
    initialValues: valuesOf(field),
    save: async (values) => {
      const { record: of, type, ...given } = inputOf(values, record)
      const empties = isAllowed.current ? { empties: true } : {}
      isAllowed.current = false
      try {
        if (!field) await call(customFields.create, { body: { record: of, type, ...given } })
        else
          await call(customFields.update, {
            params: { id: field.id },
            body: { ...given, ...empties, version: version.current },
          })
      } catch (error) {
        refused(error)
        throw error
      }
      void refresh()
      notify({ title: field ? t('{name} saved', { name: values.name }) : t('{name} added', { name: values.name }) })
      onClose()
    },
  })
  function refused(error: unknown) {
    if (!(error instanceof ApiError)) return
    if (error.code === 'in_use') setAsked((error.current as { in_use: number }).in_use)
    if (error.code !== 'version_conflict') return
    const theirs = error.current as CustomField
    version.current = theirs.version
    form.follow(valuesOf(theirs))
  }
  const { type } = form.values
  return (
    <Modal
      opened
      onClose={onClose}
      title={field ? t('Edit field') : t('Add field: {records}', { records: recordText(record) })}
      closeOnClickOutside={!form.isDirty()}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <Form form={form} submitLabel={field ? t('Save') : t('Add')} onCancel={onClose}>
        <TextInput {...form.field('name', t('Name'))} required maxLength={60} autoComplete="off" data-autofocus />
        <NativeSelect
          {...form.field('type', t('Type'))}
          disabled={field !== undefined}
          description={field ? t('The type of a field cannot be changed.') : typeHelp(type)}
          data={CustomType.options.map((value) => ({ value, label: typeText(value) }))}
        />
        {hasChoices(type) && <ChoiceFields form={form} />}
      </Form>
      {asked !== undefined && (
        <Suspense>
          <ConfirmDialog
            title={t('Delete choices in use?')}
            text={t.plural(
              asked,
              '{count} record has a choice that you are deleting, and loses it. This cannot be undone.',
              '{count} records have a choice that you are deleting, and lose it. This cannot be undone.',
            )}
            confirmLabel={t('Delete and save')}
            danger
            onConfirm={() => {
              setAsked(undefined)
              isAllowed.current = true
              return form.submit()
            }}
            onClose={() => setAsked(undefined)}
          />
        </Suspense>
      )}
    </Modal>
  )
}

const valuesOf = (field: CustomField | undefined): Values =>
  field
    ? { name: field.name, type: field.type, choices: rowsOf(field.choices) }
    : { name: '', type: 'text', choices: [emptyChoice(0)] }

function typeHelp(type: CustomType) {
  return {
    text: t('One line, up to 500 characters.'),
    number: t('With up to 6 decimals.'),
    money: t('An amount with its currency.'),
    date: t('A day.'),
    choice: t('One of the choices that you list.'),
    choices: t('Any number of the choices that you list.'),
    yes_no: t('Yes, no, or not set.'),
    person: t('A member of your team.'),
    link: t('A web address that begins with https:// or http://.'),
  }[type]
}
