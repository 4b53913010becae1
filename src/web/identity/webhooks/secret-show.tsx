// Shows the secret of a webhook, once.
import { Anchor, Button } from '@mantine/core'
import { t } from '../../platform/lib/text.ts'
import { Row, Stack, Text } from '../../platform/ui/box.tsx'
import { CopyButton } from '../../platform/ui/copy-button.tsx'
import { DialogButtons } from '../../platform/ui/dialog.tsx'

export function SecretShow({ secret, note, onDone }: { secret: string; note?: string; onDone: () => void }) {
  return (
    <Stack gap={12}>
      <Text>
        {t(
          'Your program needs this secret to check that a request comes from Kabar. It is not shown again: copy it now, and keep it like a password.',
        )}
      </Text>
      <Row outlined px={12} py={10} gap={8} justify="between">
        <Text as="code" breakWords shrink>
          {secret}
        </Text>
        <CopyButton text={secret} label={t('Copy the secret')} />
      </Row>
      {note && <Text dimmed>{note}</Text>}
      <Anchor href="https://www.standardwebhooks.com" target="_blank" rel="noreferrer" fz={14}>
        {t('How to check a request: Standard Webhooks')}
      </Anchor>
      <DialogButtons>
        <Button onClick={onDone}>{t('I have kept it')}</Button>
      </DialogButtons>
    </Stack>
  )
}
