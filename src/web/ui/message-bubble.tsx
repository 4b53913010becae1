// A message as WhatsApp shows it: its formatting marks drawn, nothing taken as HTML.
import { Anchor } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { t } from '../lib/text.ts'
import { beginningOf, type FormattedLine, readMessage, type Span } from '../lib/whatsapp-text.ts'
import classes from './message-bubble.module.css'

interface MessageBubbleProps {
  text: string
  /** When, and how far it came. */
  time?: ReactNode
  /** Who wrote it, or what it was sent with. */
  head?: ReactNode
  /** Somebody wrote it to us. */
  isTheirs?: boolean
  /** Of a long text only the beginning is shown until somebody asks for all of it. */
  folds?: boolean
  /** A file that it carries; the text is its caption. */
  file?: ReactNode
}

export function MessageBubble({ text, time, head, isTheirs = false, folds = false, file }: MessageBubbleProps) {
  const [isOpen, setOpen] = useState(false)
  const beginning = folds && !isOpen ? beginningOf(text) : undefined
  return (
    <div className={classes.bubble} dir="auto" data-theirs={isTheirs || undefined}>
      {head && <div className={classes.head}>{head}</div>}
      {file}
      {readMessage(beginning ?? text).map((line, index) => (
        <MessageLine key={index} line={line} />
      ))}
      {beginning !== undefined && (
        <Anchor component="button" type="button" className={classes.more} onClick={() => setOpen(true)}>
          {t('Show all')}
        </Anchor>
      )}
      {time && <span className={classes.time}>{time}</span>}
    </div>
  )
}

function MessageLine({ line }: { line: FormattedLine }) {
  return (
    <div className={classes.line} data-kind={line.kind}>
      {line.marker && <span className={classes.marker}>{line.marker}</span>}
      <span className={classes.words}>{line.spans.length > 0 ? line.spans.map(drawn) : '\u200b'}</span>
    </div>
  )
}

function drawn(span: Span, key: number): ReactNode {
  switch (span.kind) {
    case 'text':
      return span.text
    case 'mono':
      return (
        <code key={key} className={classes.mono}>
          {span.text}
        </code>
      )
    case 'link':
      return (
        <a key={key} href={span.href} target="_blank" rel="noopener noreferrer">
          {span.text}
        </a>
      )
    case 'bold':
      return <strong key={key}>{span.spans.map(drawn)}</strong>
    case 'italic':
      return <em key={key}>{span.spans.map(drawn)}</em>
    case 'strike':
      return <s key={key}>{span.spans.map(drawn)}</s>
  }
}
