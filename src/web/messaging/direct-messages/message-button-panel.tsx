// The button *Message*: loads and opens the composer for a contact or an investor's contacts. Nothing for users who may not write.
import { Button, type ButtonProps } from '@mantine/core'
import { IconMessage } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useMay } from '../../platform/lib/permissions.ts'
import { t } from '../../platform/lib/text.ts'
import { useLazyLoad } from '../../platform/ui/lazy-load.ts'
import type { MessageSendDialogProps } from './message-send-dialog.tsx'

type MessageButtonProps = Omit<MessageSendDialogProps, 'onClose'> &
  ButtonProps & { children?: ReactNode; 'aria-label'?: string }

const load = () => import('./message-send-dialog.tsx')

export function MessageButton({ to, textFor, attach, children, ...button }: MessageButtonProps) {
  const { part, handlers } = useLazyLoad(load)
  const [isOpen, setOpen] = useState(false)
  const Dialog = part?.default
  if (!useMay('edit')) return null
  return (
    <>
      <Button
        leftSection={<IconMessage size={16} aria-hidden />}
        {...button}
        {...handlers}
        onClick={() => {
          handlers.onClick()
          setOpen(true)
        }}
      >
        {children ?? t('Message')}
      </Button>
      {Dialog && isOpen && <Dialog {...{ to, textFor, attach }} onClose={() => setOpen(false)} />}
    </>
  )
}
