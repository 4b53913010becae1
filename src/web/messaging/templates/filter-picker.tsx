// Picks a filter, described with an example; choosing one inserts the example.
import { Button } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { templateFilters } from '../../../contract/template-language.ts'
import { filterSamples } from '../../../contract/template-samples.ts'
import { t } from '../../platform/lib/text.ts'
import { Text } from '../../platform/ui/box.tsx'
import { ActionMenu } from '../../platform/ui/menu.tsx'
import styles from './filter-picker.module.css'

export function FilterPicker({ onPick }: { onPick: (piece: string) => void }) {
  return (
    <ActionMenu
      position="bottom-start"
      width={360}
      returnFocus={false}
      withInitialFocusPlaceholder={false}
      className={styles.dropdown}
      button={
        <Button variant="default" size="xs" leftSection={<IconFilter size={16} aria-hidden />}>
          {t('Filters')}
        </Button>
      }
    >
      {(Menu) => (
        <>
          <Text size={12} dimmed py={8} px={12}>
            {t('A filter follows a variable and changes its format.')}
          </Text>
          {templateFilters.map(({ name, about, example }) => (
            <Menu.Item key={name} onClick={() => onPick(example)}>
              <span className={styles.filter}>
                <code className={styles.name}>{name}</code>
                <Text as="span" size={12} dimmed truncate textAlign="end">
                  {filterSamples[name]}
                </Text>
                <span className={styles.does}>{t(about)}</span>
                <code className={styles.example}>{example}</code>
              </span>
            </Menu.Item>
          ))}
        </>
      )}
    </ActionMenu>
  )
}
