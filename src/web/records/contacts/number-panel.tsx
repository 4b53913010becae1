// A contact's other and former numbers on its page. Each other number has a button that makes it preferred.
import { Anchor, Button } from '@mantine/core'
import { IconBrandWhatsapp } from '@tabler/icons-react'
import { useState } from 'react'
import { type Contact, contacts } from '../../../contract/contacts.ts'
import { call } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { PlainList, Row, Stack, Text } from '../../platform/ui/box.tsx'
import { CopyButton } from '../../platform/ui/copy-button.tsx'
import { May } from '../../platform/ui/may.tsx'
import { notify, notifyError } from '../../platform/ui/notices.tsx'
import { useStoreRecord } from '../../record.ts'
import { contactKind } from './contact-kind.ts'
import { phoneLabelText } from './labels.ts'

export function OtherNumbers({ contact }: { contact: Contact }) {
  const store = useStoreRecord(contactKind)
  const [busy, setBusy] = useState('')
  const prefer = async (phone: string, version: number): Promise<Contact> => {
    const saved = await call(contacts.update, { params: { id: contact.id }, body: { phone, version } })
    store(saved)
    return saved
  }
  const fail = (error: unknown) => notifyError(error, t('{name} could not be changed', { name: contact.name }))
  const use = async (phone: string) => {
    setBusy(phone)
    try {
      const { version, phone_text } = await prefer(phone, contact.version)
      const undo = () => prefer(contact.phone!, version).catch(fail)
      notify({ title: t('Messages now go to {phone}', { phone: phone_text ?? phone }), undo })
    } catch (error) {
      fail(error)
    }
    setBusy('')
  }
  return (
    <PlainList>
      {contact.other_phones.map(({ label, phone, phone_text }) => (
        <li key={phone}>
          <Stack gap={2} mb={8}>
            <Row as="span" gap={4} figures wrap>
              <Anchor href={`tel:${phone}`} style={{ whiteSpace: 'nowrap' }}>
                {phone_text}
              </Anchor>
              <CopyButton text={phone} label={t('Copy number {phone}', { phone: phone_text })} />
            </Row>
            <Row gap={8}>
              <May permission="edit">
                <Button
                  variant="default"
                  size="compact-sm"
                  leftSection={<IconBrandWhatsapp size={15} aria-hidden />}
                  aria-label={t('Use {phone} for WhatsApp', { phone: phone_text })}
                  loading={busy === phone}
                  onClick={() => void use(phone)}
                >
                  {t('Use for WhatsApp')}
                </Button>
              </May>
              <Text as="span" size={13} dimmed>
                {phoneLabelText(label)}
              </Text>
            </Row>
          </Stack>
        </li>
      ))}
    </PlainList>
  )
}
