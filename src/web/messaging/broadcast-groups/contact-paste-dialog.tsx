// Picks contacts from a pasted list of numbers and names.
import { Button, Modal, Textarea } from '@mantine/core'
import { useState } from 'react'
import { broadcastGroups, type FoundContacts } from '../../../contract/broadcast-groups.ts'
import { call } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { Row, Stack } from '../../platform/ui/box.tsx'
import { DialogButtons } from '../../platform/ui/dialog.tsx'
import { useFocusRestore } from '../../platform/ui/focus-restore.ts'

interface ContactPasteDialogProps {
  onFound: (contacts: FoundContacts['found']) => void
  onClose: () => void
}

export default function ContactPasteDialog({ onFound, onClose }: ContactPasteDialogProps) {
  const [text, setText] = useState('')
  const [rest, setRest] = useState<FoundContacts>()
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  useFocusRestore()

  async function find() {
    setBusy(true)
    setFailure(undefined)
    try {
      const answer = await call(broadcastGroups.findContacts, { body: { lines: text.split(/[\n\t;]/) } })
      if (answer.found.length > 0) onFound(answer.found)
      if (answer.not_found.length === 0 && answer.ambiguous.length === 0) return onClose()
      setRest(answer)
      // The lines that still need correction.
      setText([...answer.not_found, ...answer.ambiguous.map(({ line }) => line)].join('\n'))
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal opened onClose={onClose} title={t('Paste numbers or names')} closeButtonProps={{ 'aria-label': t('Close') }}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          void find()
        }}
      >
        <Textarea
          label={t('One per line')}
          description={t('Paste a phone number or the name of a contact.')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          error={failure}
          autosize
          minRows={6}
          maxRows={14}
          data-autofocus
        />
        {rest && (
          <Stack gap={8} mt={12} size={14} dimmed role="status">
            {rest.found.length > 0 && (
              <p>{t.plural(rest.found.length, 'One contact was added.', '{count} contacts were added.')}</p>
            )}
            {rest.not_found.length > 0 && (
              <p>
                {t.plural(
                  rest.not_found.length,
                  'One line matches no contact and remains above.',
                  '{count} lines match no contact and remain above.',
                )}
              </p>
            )}
            {rest.ambiguous.map(({ line, contacts }) => (
              <div key={line}>
                <p>{t('Several contacts are named {name}:', { name: line })}</p>
                <Row gap={8} wrap mt={4}>
                  {contacts.map((contact) => (
                    <Button
                      key={contact.id}
                      size="compact-sm"
                      variant="default"
                      onClick={() => {
                        onFound([contact])
                        setText((before) =>
                          before
                            .split('\n')
                            .filter((each) => each !== line)
                            .join('\n'),
                        )
                        setRest({ ...rest, ambiguous: rest.ambiguous.filter((each) => each.line !== line) })
                      }}
                    >
                      {contact.phone_text ?? t('No number')}
                    </Button>
                  ))}
                </Row>
              </div>
            ))}
          </Stack>
        )}
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            {t('Close')}
          </Button>
          <Button type="submit" loading={isBusy} disabled={text.trim() === ''}>
            {t('Add these contacts')}
          </Button>
        </DialogButtons>
      </form>
    </Modal>
  )
}
