// Creates and edits a template: the text on one side, the preview on the other.
import { Button, Select, TextInput } from '@mantine/core'
import { IconFileText, IconSend, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import { Link, useParams } from 'react-router'
import { broadcastPath } from '../../../contract/broadcast-start.ts'
import { contacts } from '../../../contract/contacts.ts'
import { type Template, type TemplateInput, templates } from '../../../contract/templates.ts'
import { query } from '../../api.ts'
import { languageChoices, languageName } from '../../platform/lib/language-names.ts'
import { useMay } from '../../platform/lib/permissions.ts'
import { t } from '../../platform/lib/text.ts'
import { Ago } from '../../platform/ui/ago.tsx'
import { Stack } from '../../platform/ui/box.tsx'
import { Missing } from '../../platform/ui/empty.tsx'
import { Form } from '../../platform/ui/form.tsx'
import { May } from '../../platform/ui/may.tsx'
import { MoreMenu } from '../../platform/ui/more-menu.tsx'
import { Page } from '../../platform/ui/page.tsx'
import { Section } from '../../platform/ui/section.tsx'
import { SkeletonLines } from '../../platform/ui/skeleton-lines.tsx'
import { ContactPicker } from '../../records/contacts/contact-picker.tsx'
import { MediaPicker, useMedia } from '../media/media-picker.tsx'
import BodyPanel, { type BodyPanelHandle } from './body-panel.tsx'
import { addDefault } from './body-text.ts'
import { CheckPanel } from './check-panel.tsx'
import { MessagePreview, usePreview } from './preview-show.tsx'
import styles from './template-edit.module.css'
import { useTemplateForm } from './use-template-form.ts'

const ConflictDialog = lazy(() => import('../../platform/ui/conflict-dialog.tsx'))

export default function TemplateEdit() {
  const { id } = useParams()
  return id ? <Existing key={id} id={id} /> : <Editor />
}

function Existing({ id }: { id: string }) {
  // Always refetched: editing must start from the current version.
  const template = useQuery({ ...query(templates.get, { params: { id } }), gcTime: 0 })
  if (template.data) return <Editor template={template.data} />
  return (
    <Page title={t('Edit template')} back={back()}>
      <Section>
        {template.error ? (
          <Missing
            error={template.error}
            onRetry={template.refetch}
            icon={IconFileText}
            title={t('Template not found')}
            list={back()}
          />
        ) : (
          <SkeletonLines height={26} />
        )}
      </Section>
    </Page>
  )
}

const back = () => ({ to: '/templates', label: t('Templates') })

function Editor({ template }: { template?: Template }) {
  const editing = useTemplateForm(template)
  const { form, base } = editing
  const editor = useRef<BodyPanelHandle>(null)
  const [contactId, setContactId] = useState<string | null>(null)
  const { body, language = '', media_id = null } = form.values
  const media = useMedia(media_id)
  const preview = usePreview(body, language, contactId)

  return (
    <Page
      title={base?.name ?? t('Add template')}
      subtitle={base && changedText(base)}
      back={back()}
      actions={
        template && (
          <May permission="edit">
            <Button
              component={Link}
              to={broadcastPath({ template_id: template.id })}
              leftSection={<IconSend size={16} aria-hidden />}
            >
              {t('Send this template')}
            </Button>
            <MoreMenu>
              {(Menu) => (
                <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={() => editing.remove(template)}>
                  {t('Delete')}
                </Menu.Item>
              )}
            </MoreMenu>
          </May>
        )
      }
    >
      <Stack gap={16} className={styles.columns}>
        <Section>
          <Form form={form} submitLabel={t('Save template')} permission="edit" cancelTo="/templates">
            <TextInput
              {...form.field('name', t('Name'))}
              required
              maxLength={200}
              autoFocus={!template}
              autoComplete="off"
            />
            <LanguageField form={form} />
            <BodyPanel
              name="body"
              value={body}
              onChange={(text) => form.setValue('body', text)}
              error={form.field('body', t('Message')).error}
              mistake={preview.preview?.error ?? undefined}
              handle={editor}
            />
            {/* Users who may not edit see the file in the preview. */}
            <May permission="edit">
              <MediaPicker
                value={media_id}
                onChange={(id) => form.setValue('media_id', id)}
                description={t('The message becomes the caption.')}
                error={form.field('media_id', t('File')).error}
                busy={editing.isSendingFile}
              />
            </May>
          </Form>
        </Section>
        <div className={styles.preview}>
          <Section title={t('Preview')}>
            <PreviewFor
              body={body}
              media={media}
              preview={preview}
              contactId={contactId}
              onContact={setContactId}
              onMend={(text) => editor.current?.put(text)}
            />
          </Section>
        </div>
        <CheckPanel body={body} language={language} onShow={setContactId} />
      </Stack>
      <Conflict editing={editing} media={media} />
    </Page>
  )
}

type Editing = ReturnType<typeof useTemplateForm>

function LanguageField({ form }: Pick<Editing, 'form'>) {
  const { language = '' } = form.values
  return (
    <Select
      {...form.field('language', t('Language'))}
      description={t('Formats amounts and dates for contacts without a language of their own.')}
      value={language || null}
      onChange={(code) => form.setValue('language', code ?? '')}
      data={languageChoices(language)}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('Clear') }}
      placeholder={t('English')}
      nothingFoundMessage={t('No languages match')}
    />
  )
}

interface PreviewForProps {
  body: string
  media: ReturnType<typeof useMedia>
  preview: ReturnType<typeof usePreview>
  contactId: string | null
  onContact: (id: string | null) => void
  /** Called with the text, to which a fallback for the missing value was added. */
  onMend: (text: NonNullable<ReturnType<typeof addDefault>>) => void
}

/** How one contact sees the message. */
function PreviewFor({ body, media, preview, contactId, onContact, onMend }: PreviewForProps) {
  const contact = useQuery({ ...query(contacts.get, { params: { id: contactId ?? '' } }), enabled: contactId !== null })
  const mayEdit = useMay('edit')
  const mended = (path: string) => addDefault(body, path, fallbackOf(path))
  return (
    <Stack gap={16}>
      <ContactPicker
        label={t('Preview for')}
        placeholder={t('Sample contact')}
        value={contactId}
        onChange={onContact}
      />
      <MessagePreview
        shown={preview.shown}
        media={media}
        error={preview.error}
        contactName={contact.data?.name}
        canMend={(path) => mayEdit && mended(path) !== undefined}
        onMend={(path) => {
          const text = mended(path)
          if (text) onMend(text)
        }}
      />
    </Stack>
  )
}

function Conflict({ editing, media }: { editing: Editing; media: ReturnType<typeof useMedia> }) {
  const { form, base, conflict } = editing
  if (!conflict || !base) return null
  return (
    <Suspense>
      <ConflictDialog
        labels={{ name: t('Name'), language: t('Language'), body: t('Message'), media_id: t('File') }}
        wording={(name, value) => {
          if (name === 'language') return languageName(String(value))
          if (name !== 'media_id') return String(value)
          return [media, base.media, conflict.media].find((file) => file?.id === value)?.name ?? t('File')
        }}
        base={texts(base)}
        mine={texts(form.values)}
        theirs={texts(conflict)}
        onClose={editing.closeConflict}
        onResolve={(values) => editing.resolve(conflict, values)}
      />
    </Suspense>
  )
}

const texts = ({ name, body, language = '', media_id = null }: TemplateInput) => ({ name, body, language, media_id })

function changedText({ updated_at, updated_by }: Template) {
  const text = (when: string) =>
    updated_by === null ? t('Changed {when}', { when }) : t('Changed {when} by {who}', { when, who: updated_by })
  return <Ago time={updated_at} text={text} />
}

/** The fallback expression: another variable, or a text to type over. */
function fallbackOf(path: string): string {
  const words: Record<string, string> = {
    'contact.company': t('your company'),
    'contact.job_title': t('your role'),
    'contact.email': t('your email'),
    'contact.phone': t('your number'),
    'organization.name': t('our team'),
  }
  return path === 'contact.preferred_name' ? 'contact.name' : `"${words[path] ?? '…'}"`
}
