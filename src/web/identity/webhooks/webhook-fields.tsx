// Form fields of a webhook: name, address and events.
import { Checkbox, TextInput } from '@mantine/core'
import type { WebhookEvent, WebhookInput } from '../../../contract/webhooks.ts'
import { t } from '../../platform/lib/text.ts'
import { Stack, Text } from '../../platform/ui/box.tsx'
import type { SaveForm } from '../../platform/ui/form.tsx'
import { eventGroups } from './words.ts'

export function WebhookFields({ form }: { form: SaveForm<WebhookInput> }) {
  const { value, label, error, onChange } = form.field('events', t('Events'))
  return (
    <>
      <TextInput {...form.field('name', t('Name'))} required maxLength={60} data-autofocus />
      <TextInput
        {...form.field('url', t('Address'))}
        required
        type="url"
        inputMode="url"
        placeholder="https://"
        description={t('Your program receives a POST request with JSON there.')}
      />
      <Checkbox.Group
        label={label}
        value={[...value]}
        onChange={(chosen) => onChange(chosen as WebhookEvent[])}
        error={error}
        required
      >
        <Stack gap={16} mt={8}>
          {eventGroups().map(({ title, events }) => (
            <fieldset key={title}>
              <Text as="legend" size={13} weight={600} dimmed mb={8}>
                {title}
              </Text>
              <Stack gap={8}>
                {Object.entries(events).map(([event, name]) => (
                  <Checkbox key={event} value={event} label={name} />
                ))}
              </Stack>
            </fieldset>
          ))}
        </Stack>
      </Checkbox.Group>
    </>
  )
}
