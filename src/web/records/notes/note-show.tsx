// A rendered note: elements only, never HTML.
import { Anchor } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import { type Block, type Inline, readNote } from '../../platform/lib/note-text.ts'
import { Text } from '../../platform/ui/box.tsx'
import styles from './note-show.module.css'

export function NoteShow({ text }: { text: string }) {
  return (
    <Text as="div" prose className={styles.note}>
      {readNote(text).map((block, index) => (
        <Part key={index} block={block} />
      ))}
    </Text>
  )
}

function Part({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading':
      return (
        <p>
          <strong>{inline(block.content)}</strong>
        </p>
      )
    case 'list': {
      const items = block.items.map((item, index) => <li key={index}>{inline(item)}</li>)
      return block.isOrdered ? <ol start={block.start}>{items}</ol> : <ul>{items}</ul>
    }
    case 'quote':
      return <blockquote>{lines(block.lines)}</blockquote>
    case 'paragraph':
      return <p>{lines(block.lines)}</p>
  }
}

const lines = (all: Inline[][]) =>
  all.map((line, index) => (
    <Fragment key={index}>
      {index > 0 && <br />}
      {inline(line)}
    </Fragment>
  ))

function inline(parts: Inline[]): ReactNode {
  return parts.map((part, index) => {
    if (typeof part === 'string') return part
    if (part.kind === 'code') return <code key={index}>{part.text}</code>
    if (part.kind === 'strong') return <strong key={index}>{inline(part.content)}</strong>
    if (part.kind === 'emphasis') return <em key={index}>{inline(part.content)}</em>
    return (
      <Anchor key={index} href={part.href} target="_blank" rel="noopener noreferrer" underline="always">
        {inline(part.content)}
      </Anchor>
    )
  })
}
