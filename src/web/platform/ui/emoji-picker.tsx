// Button that opens a searchable choice of emojis. They are loaded only when the user moves to the button.
import { ActionIcon } from '@mantine/core'
import { IconMoodSmile } from '@tabler/icons-react'
import { t } from '../lib/text.ts'
import type { EmojiChoice } from './emoji-popover.tsx'
import { useLazyLoad } from './lazy-load.ts'

const load = () => import('./emoji-popover.tsx')

export function EmojiPicker({ onPick, size = 30 }: EmojiChoice & { size?: number }) {
  const { part, handlers } = useLazyLoad(load)
  const button = (
    <ActionIcon
      variant="default"
      size={size}
      aria-label={t('Emoji')}
      title={t('Emoji')}
      aria-haspopup="dialog"
      aria-expanded={false}
      {...handlers}
    >
      <IconMoodSmile size={Math.round(size * 0.55)} aria-hidden />
    </ActionIcon>
  )
  return part ? <part.EmojiPopover button={button} onPick={onPick} /> : button
}
