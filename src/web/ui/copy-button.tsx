// Copies a text, and says so.
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { t } from '../lib/text.ts'

export function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2_000)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = () => navigator.clipboard?.writeText(text).then(() => setCopied(true))
  const Icon = copied ? IconCheck : IconCopy
  return (
    <Tooltip label={copied ? t('Copied') : label}>
      <ActionIcon variant="subtle" color="gray" size="sm" aria-label={copied ? t('Copied') : label} onClick={copy}>
        <Icon size={15} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
