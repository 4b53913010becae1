// Fields for the message of a broadcast: template or custom text, file, and the broadcast's name.
import '@mantine/core/styles/FloatingIndicator.layer.css'
import { Anchor, SegmentedControl, Skeleton, TextInput } from '@mantine/core'
import { lazy, type RefObject, Suspense } from 'react'
import { Link } from 'react-router'
import { t } from '../../platform/lib/text.ts'
import { Stack } from '../../platform/ui/box.tsx'
import type { SaveForm } from '../../platform/ui/form.tsx'
import { MediaPicker } from '../media/media-picker.tsx'
import type { Draft } from './draft.ts'
import { TemplatePicker } from './template-picker.tsx'

// Loaded on demand, because most broadcasts use a template.
const BodyPanel = lazy(() => import('../templates/body-panel.tsx'))

interface MessageFieldsProps {
  form: SaveForm<Draft>
  templateName: string | undefined
  /** True while a file is uploading. */
  sendingFile: RefObject<boolean>
}

export function MessageFields({ form, templateName, sendingFile }: MessageFieldsProps) {
  const { source, template_id, body, media_id } = form.values
  const templateField = form.field('template_id', t('Template'))
  const bodyField = form.field('body', t('Message'))
  return (
    <Stack gap={16}>
      <SegmentedControl
        fullWidth
        aria-label={t('Message')}
        value={source}
        onChange={(next) => form.setValue('source', next as Draft['source'])}
        data={[
          { value: 'template', label: t('Template') },
          { value: 'own', label: t('Custom message') },
        ]}
      />
      {source === 'template' ? (
        <TemplatePicker
          label={t('Template')}
          value={template_id}
          name={templateName}
          onChange={(id) => form.setValue('template_id', id)}
          error={templateField.error}
          description={
            <>
              {t('The broadcast uses the template as it is when you send it.')}{' '}
              <Anchor component={Link} to="/templates/add" inherit underline="always">
                {t('Add template')}
              </Anchor>
            </>
          }
        />
      ) : (
        <Suspense fallback={<Skeleton height="18rem" />}>
          <BodyPanel
            name="body"
            value={body}
            onChange={(text) => form.setValue('body', text)}
            error={bodyField.error}
          />
        </Suspense>
      )}
      <MediaPicker
        value={media_id}
        onChange={(id) => form.setValue('media_id', id)}
        description={
          source === 'template'
            ? t('A file chosen here replaces the template’s file.')
            : t('The message becomes the caption.')
        }
        error={form.field('media_id', t('File')).error}
        busy={sendingFile}
      />
      <TextInput
        {...form.field('name', t('Name'))}
        description={t('Only visible to your team.')}
        required
        maxLength={200}
        autoComplete="off"
      />
    </Stack>
  )
}
