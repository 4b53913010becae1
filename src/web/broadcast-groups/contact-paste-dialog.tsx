// Picks contacts from a pasted list of numbers and names.
import { Button, Modal, Textarea } from '@mantine/core'
import { useState } from 'react'
import { broadcastGroups, type FoundContacts } from '../../contract/broadcast-groups.ts'
import { call } from '../api.ts'
import { t } from '../lib/text.ts'
import dialog from '../ui/dialog.module.css'
import { useFocusRestore } from '../ui/focus-restore.ts'
import styles from './contact-paste-dialog.module.css'

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
      if (answer.unknown.length === 0 && answer.several.length === 0) return onClose()
      setRest(answer)
      // The lines that still need correction.
      setText([...answer.unknown, ...answer.several.map(({ line }) => line)].join('\n'))
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
          <div className={styles.rest} role="status">
            {rest.found.length > 0 && (
              <p>{t.plural(rest.found.length, 'One contact was added.', '{count} contacts were added.')}</p>
            )}
            {rest.unknown.length > 0 && (
              <p>
                {t.plural(
                  rest.unknown.length,
                  'One line matches no contact and remains above.',
                  '{count} lines match no contact and remain above.',
                )}
              </p>
            )}
            {rest.several.map(({ line, contacts }) => (
              <div key={line}>
                <p>{t('Several contacts are named {name}:', { name: line })}</p>
                <div className={styles.choices}>
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
                        setRest({ ...rest, several: rest.several.filter((each) => each.line !== line) })
                      }}
                    >
                      {contact.phone_text ?? t('No number')}
                    </Button>
                  ))}
                </div>
              </div>
            ))}
          </div>
        )}
        <div className={dialog.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('Close')}
          </Button>
          <Button type="submit" loading={isBusy} disabled={text.trim() === ''}>
            {t('Add these contacts')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
