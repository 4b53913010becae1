// Button that copies a text and confirms it.
import { ActionIcon } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { t } from '../lib/text.ts'
import { Tooltip } from './tooltip.tsx'

/** Outside a secure context (plain http to another machine) there is no Clipboard API, only `execCommand`. */
async function write(text: string): Promise<boolean> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text).then(() => true)
  const before = document.activeElement
  const area = document.createElement('textarea')
  area.value = text
  document.body.append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  if (before instanceof HTMLElement) before.focus()
  return isCopied
}

export function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2_000)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = () => write(text).then(setCopied, () => setCopied(false))
  const Icon = copied ? IconCheck : IconCopy
  return (
    <Tooltip label={copied ? t('Copied') : label}>
      <ActionIcon variant="subtle" color="gray" size="sm" aria-label={copied ? t('Copied') : label} onClick={copy}>
        <Icon size={15} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
