// Button that lists the templates. The list is loaded only when the user moves to the button.
import { Button } from '@mantine/core'
import { IconTemplate } from '@tabler/icons-react'
import { t } from '../../platform/lib/text.ts'
import { useLazyLoad } from '../../platform/ui/lazy-load.ts'
import styles from './message-composer-panel.module.css'
import type { TemplateChoice } from './template-list.tsx'

const load = () => import('./template-list.tsx')

export function TemplatePicker(choice: TemplateChoice) {
  const { part, handlers } = useLazyLoad(load)
  const button = (
    <Button
      variant="default"
      size="compact-sm"
      h={30}
      aria-label={t('Templates')}
      aria-haspopup="dialog"
      aria-expanded={false}
      {...handlers}
    >
      <IconTemplate size={16} aria-hidden />
      <span className={styles.word}>{t('Templates')}</span>
    </Button>
  )
  return part ? <part.TemplateList button={button} {...choice} /> : button
}
