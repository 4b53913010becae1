// Creates and edits a template: the text on one side, the preview on the other.
import { Button, Select, TextInput } from '@mantine/core'
import { IconFileText, IconTrash } from '@tabler/icons-react'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { contacts } from '../../contract/contacts.ts'
import { type Preview, type Template, TemplateInput, templates } from '../../contract/templates.ts'
import { ApiError, call, query } from '../api.ts'
import { ContactPicker } from '../contacts/contact-picker.tsx'
import { ago } from '../lib/format.ts'
import { languageChoices, languageName } from '../lib/language-names.ts'
import { language as spoken, t } from '../lib/text.ts'
import { MediaPicker, stillSending, useMedia } from '../media/media-picker.tsx'
import { Missing } from '../ui/empty.tsx'
import { Form, useSaveForm } from '../ui/form.tsx'
import { notify, notifyError } from '../ui/notices.tsx'
import { Page } from '../ui/page.tsx'
import { Section } from '../ui/section.tsx'
import { SkeletonLines } from '../ui/skeleton-lines.tsx'
import BodyPanel, { type BodyPanelHandle } from './body-panel.tsx'
import { addDefault } from './body-text.ts'
import { CheckPanel } from './check-panel.tsx'
import { MessagePreview, usePreview } from './preview-show.tsx'
import styles from './template-edit.module.css'

const ConflictDialog = lazy(() => import('../ui/conflict-dialog.tsx'))

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
  const navigate = useNavigate()
  const client = useQueryClient()
  // The version read when editing began; using a later one would overwrite another user's change.
  const [base, setBase] = useState(template)
  const [conflict, setConflict] = useState<Template>()
  const version = useRef(template?.version)
  const sendingFile = useRef(false)
  const editor = useRef<BodyPanelHandle>(null)
  const [contactId, setContactId] = useState<string | null>(null)
  const contact = useQuery({ ...query(contacts.get, { params: { id: contactId ?? '' } }), enabled: contactId !== null })

  const form = useSaveForm<TemplateInput>({
    schema: TemplateInput,
    keptAs: 'template',
    // A new text is assumed to be in its author's language.
    initialValues: {
      name: template?.name ?? '',
      body: template?.body ?? '',
      language: template?.language ?? spoken(),
      media_id: template?.media_id ?? null,
    },
    save: async (values) => {
      if (sendingFile.current) throw stillSending()
      try {
        if (template && version.current !== undefined) {
          await call(templates.update, { params: { id: template.id }, body: { ...values, version: version.current } })
        } else await call(templates.create, { body: values })
      } catch (error) {
        if (error instanceof ApiError && error.code === 'version_conflict') setConflict(error.current as Template)
        throw error
      }
      refresh(client)
      notify({ tone: 'good', title: t('Template saved') })
      await navigate('/templates')
    },
  })

  const remove = async ({ id, name }: Template) => {
    try {
      await call(templates.remove, { params: { id } })
    } catch (error) {
      return notifyError(error, t('The template could not be deleted'))
    }
    leaving.current = true
    await navigate('/templates')
    // Invalidates only the list: refetching a deleted template would respond 404.
    void client.invalidateQueries({ queryKey: [templates.list.path] })
    notify({ title: t('{name} deleted', { name }), undo: () => restore(id) })
  }
  const restore = async (id: string) => {
    try {
      await call(templates.restore, { params: { id } })
      refresh(client)
    } catch (error) {
      notifyError(error, t('The template could not be restored'))
    }
  }
  const leaving = useRef(false)
  const guarded = { ...form, mayLeave: () => leaving.current || form.mayLeave() }

  const { body, language = '', media_id = null } = form.values
  const media = useMedia(media_id)
  const { shown, preview, error } = usePreview(body, language, contactId)
  const mended = (path: string) => addDefault(body, path, fallbackOf(path))
  const field = form.field('body', t('Message'))

  return (
    <Page
      title={base?.name ?? t('Add template')}
      subtitle={base && changedText(base)}
      back={back()}
      actions={
        template && (
          <Button variant="default" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => remove(template)}>
            {t('Delete')}
          </Button>
        )
      }
    >
      <div className={styles.columns}>
        <Section>
          <Form form={guarded} submitLabel={t('Save template')} cancelTo="/templates">
            <TextInput
              {...form.field('name', t('Name'))}
              required
              maxLength={200}
              autoFocus={!template}
              autoComplete="off"
            />
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
            <BodyPanel
              name="body"
              value={body}
              onChange={(text) => form.setValue('body', text)}
              error={field.error ?? mistakeOf(preview)}
              handle={editor}
            />
            <MediaPicker
              value={media_id}
              onChange={(id) => form.setValue('media_id', id)}
              description={t('The message becomes the caption.')}
              error={form.field('media_id', t('File')).error}
              busy={sendingFile}
            />
          </Form>
        </Section>
        <div className={styles.preview}>
          <Section title={t('Preview')}>
            <div className={styles.stack}>
              <ContactPicker
                label={t('Preview for')}
                placeholder={t('Sample contact')}
                value={contactId}
                onChange={setContactId}
              />
              <MessagePreview
                shown={shown}
                media={media}
                error={error}
                contactName={contact.data?.name}
                canMend={(path) => mended(path) !== undefined}
                onMend={(path) => {
                  const selected = mended(path)
                  if (selected) editor.current?.put(selected)
                }}
              />
            </div>
          </Section>
        </div>
        <CheckPanel body={body} language={language} onShow={setContactId} />
      </div>
      {conflict && base && (
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
            onClose={() => setConflict(undefined)}
            onResolve={(values) => {
              version.current = conflict.version
              setBase(conflict)
              setConflict(undefined)
              form.setValues(values)
              void form.submit()
            }}
          />
        </Suspense>
      )}
    </Page>
  )
}

/** Invalidates lists and templates; previews and checks depend only on the text. */
function refresh(client: QueryClient) {
  for (const { path } of [templates.list, templates.get]) void client.invalidateQueries({ queryKey: [path] })
}

const texts = ({ name, body, language = '', media_id = null }: TemplateInput) => ({ name, body, language, media_id })

function changedText({ updated_at, updated_by }: Template) {
  const when = ago(updated_at)
  return updated_by === null ? t('Changed {when}', { when }) : t('Changed {when} by {who}', { when, who: updated_by })
}

function mistakeOf(preview: Preview | undefined) {
  if (!preview?.mistake || preview.mistake.line === null) return undefined
  return t('Line {line}, column {column}: {message}', {
    message: t.told(preview.mistake.message),
    line: preview.mistake.line,
    column: preview.mistake.column ?? 1,
  })
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
