// The menu of the account page: beside the section, or a full list on a phone.
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from 'react-router'
import { t } from '../../platform/lib/text.ts'
import { PlainList, Row, Stack, Text } from '../../platform/ui/box.tsx'
import styles from './section-list.module.css'
import { type SectionId, sections } from './sections.ts'

interface SectionListProps {
  shown: SectionId | undefined
  isNarrow: boolean
}

export function SectionList({ shown, isNarrow }: SectionListProps) {
  return (
    <nav aria-label={t('Account')} className={styles.menu} data-narrow={isNarrow || undefined}>
      <PlainList>
        {sections.map(({ id, title, text, icon: Icon }) => (
          <li key={id}>
            <Row
              as={Link}
              to={`/account#${id}`}
              gap={10}
              className={styles.item}
              aria-current={id === shown ? 'true' : undefined}
            >
              <Icon size={18} stroke={1.7} aria-hidden />
              <Stack as="span" grow>
                <Text as="span" weight={500}>
                  {t(title)}
                </Text>
                {isNarrow && (
                  <Text as="span" size={13} dimmed>
                    {t(text)}
                  </Text>
                )}
              </Stack>
              {isNarrow && <IconChevronRight size={16} aria-hidden />}
            </Row>
          </li>
        ))}
      </PlainList>
    </nav>
  )
}
