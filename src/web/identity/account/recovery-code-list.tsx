// Shows new recovery codes, once.
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { t } from '../../platform/lib/text.ts'
import { Row, Stack, Text } from '../../platform/ui/box.tsx'
import { CopyButton } from '../../platform/ui/copy-button.tsx'
import { DialogButtons } from '../../platform/ui/dialog.tsx'
import styles from './second-factor.module.css'

export function RecoveryCodeList({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const text = codes.join('\n')
  return (
    <Stack gap={12}>
      <h3 ref={heading} tabIndex={-1} className={styles.heading}>
        {t('Recovery codes')}
      </h3>
      <Text>
        {t(
          'Without your phone, one of these codes logs you in, each once. They are not shown again: print them, or keep them in a password manager.',
        )}
      </Text>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <DialogButtons
        start={
          <Row gap={8}>
            <Button
              component="a"
              href={`data:text/plain;charset=utf-8,${encodeURIComponent(`Kabar\n\n${text}\n`)}`}
              download={t('kabar-recovery-codes.txt')}
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
            >
              {t('Save as a file')}
            </Button>
            <CopyButton text={text} label={t('Copy the codes')} />
          </Row>
        }
      >
        <Button onClick={onDone}>{t('I have kept them')}</Button>
      </DialogButtons>
    </Stack>
  )
}
