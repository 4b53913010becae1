// Form fields of a contact's other numbers and email addresses, which can be added, removed and made preferred.
import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core'
import { IconBrandWhatsapp, IconPlus, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { maxOthers, PhoneLabel } from '../../../contract/contacts.ts'
import { t } from '../../platform/lib/text.ts'
import { Row, Stack } from '../../platform/ui/box.tsx'
import type { SaveForm } from '../../platform/ui/form.tsx'
import { phoneLabelText } from './labels.ts'
import styles from './number-fields.module.css'
import { PhoneFields } from './phone-fields.tsx'
import { type ContactValues, withAddressFirst, withNumberFirst } from './values.ts'

interface NumberFieldsProps {
  form: SaveForm<ContactValues>
  label: string
  contactId?: string
}

/** The preferred number, followed by the others. */
export function NumberFields({ form, label, contactId }: NumberFieldsProps) {
  const { other_phones: others } = form.values
  const list = useRef<HTMLDivElement>(null)
  const set = (next: typeof others) => form.setValue('other_phones', next)
  const replace = (nth: number, change: Partial<(typeof others)[number]>) =>
    set(others.map((other, index) => (index === nth ? { ...other, ...change } : other)))
  const id = contactId === undefined ? {} : { contactId }
  return (
    <Stack gap={12}>
      <PhoneFields field={form.field('phone', label)} {...id} />
      <div ref={list}>
        <Stack gap={12}>
          {others.map((other, nth) => (
            <div key={nth} className={`${styles.row} ${styles.number}`}>
              <NativeSelect
                aria-label={t('Kind of number {nth}', { nth: nth + 2 })}
                value={other.label}
                onChange={({ currentTarget }) => replace(nth, { label: currentTarget.value as PhoneLabel })}
                data={PhoneLabel.options.map((value) => ({ value, label: phoneLabelText(value) }))}
              />
              <PhoneFields
                field={{
                  ...form.field(`other_phones.${nth}.phone` as 'phone', t('Number {nth}', { nth: nth + 2 })),
                  value: other.phone,
                  onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
                    replace(nth, { phone: currentTarget.value }),
                }}
                isRow
                {...id}
              />
              <span className={styles.actions}>
                <Button
                  variant="subtle"
                  size="compact-sm"
                  leftSection={<IconBrandWhatsapp size={15} aria-hidden />}
                  aria-label={t('Use number {nth} for WhatsApp', { nth: nth + 2 })}
                  disabled={other.phone.trim() === ''}
                  onClick={() => form.setValues(withNumberFirst(form.values, nth))}
                >
                  {t('Use for WhatsApp')}
                </Button>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t('Remove number {nth}', { nth: nth + 2 })}
                  onClick={() => set(others.filter((_, index) => index !== nth))}
                >
                  <IconTrash size={16} aria-hidden />
                </ActionIcon>
              </span>
            </div>
          ))}
        </Stack>
      </div>
      {others.length < maxOthers && (
        <AddButton onClick={() => set([...others, { label: 'work', phone: '' }])} list={list}>
          {t('Add another number')}
        </AddButton>
      )}
    </Stack>
  )
}

/** The other email addresses. */
export function AddressFields({ form }: { form: SaveForm<ContactValues> }) {
  const { other_emails: others } = form.values
  const list = useRef<HTMLDivElement>(null)
  const set = (next: string[]) => form.setValue('other_emails', next)
  return (
    <Stack gap={12}>
      <div ref={list}>
        <Stack gap={12}>
          {others.map((email, nth) => (
            <div key={nth} className={`${styles.row} ${styles.address}`}>
              <TextInput
                {...form.field(`other_emails.${nth}` as 'email', t('Email {nth}', { nth: nth + 2 }))}
                label={null}
                aria-label={t('Email {nth}', { nth: nth + 2 })}
                type="email"
                autoComplete="off"
                value={email}
                onChange={({ currentTarget }) =>
                  set(others.map((other, index) => (index === nth ? currentTarget.value : other)))
                }
              />
              <span className={styles.actions}>
                <Button
                  variant="subtle"
                  size="compact-sm"
                  aria-label={t('Make email {nth} the main one', { nth: nth + 2 })}
                  disabled={email.trim() === ''}
                  onClick={() => form.setValues(withAddressFirst(form.values, nth))}
                >
                  {t('Make main')}
                </Button>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t('Remove email {nth}', { nth: nth + 2 })}
                  onClick={() => set(others.filter((_, index) => index !== nth))}
                >
                  <IconTrash size={16} aria-hidden />
                </ActionIcon>
              </span>
            </div>
          ))}
        </Stack>
      </div>
      {others.length < maxOthers && (
        <AddButton onClick={() => set([...others, ''])} list={list}>
          {t('Add another address')}
        </AddButton>
      )}
    </Stack>
  )
}

interface AddButtonProps {
  onClick: () => void
  /** The list that gets the new row, whose input is then focused. */
  list: { current: HTMLElement | null }
  children: ReactNode
}

function AddButton({ onClick, list, children }: AddButtonProps) {
  return (
    <Row>
      <Button
        className={styles.add}
        variant="subtle"
        size="compact-sm"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => {
          onClick()
          requestAnimationFrame(() => [...(list.current?.querySelectorAll('input') ?? [])].at(-1)?.focus())
        }}
      >
        {children}
      </Button>
    </Row>
  )
}
