// Shows a list as a table or as a board.
import { ActionIcon } from '@mantine/core'
import { IconLayoutKanban, IconList } from '@tabler/icons-react'
import { t } from '../lib/text.ts'

export function LayoutSwitch({ isBoard, onShow }: { isBoard: boolean; onShow: (isBoard: boolean) => void }) {
  const choice = (label: string, isOn: boolean, Icon: typeof IconList, show: boolean) => (
    <ActionIcon
      variant={isOn ? 'light' : 'default'}
      size="input-sm"
      aria-label={label}
      title={label}
      aria-pressed={isOn}
      onClick={() => onShow(show)}
    >
      <Icon size={18} aria-hidden />
    </ActionIcon>
  )
  return (
    <ActionIcon.Group aria-label={t('Show as')} role="group">
      {choice(t('List'), !isBoard, IconList, false)}
      {choice(t('Board'), isBoard, IconLayoutKanban, true)}
    </ActionIcon.Group>
  )
}
