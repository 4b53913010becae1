// A message as WhatsApp shows it: formatting marks are rendered, nothing is parsed as HTML.
import { Anchor } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { t } from '../lib/text.ts'
import { beginningOf, type FormattedLine, readMessage, type Span } from '../lib/whatsapp-text.ts'
import classes from './message-bubble.module.css'

interface MessageBubbleProps {
  text: string
  /** Time and delivery status. */
  time?: ReactNode
  /** Sender or source of the message. */
  head?: ReactNode
  /** An incoming message. */
  isTheirs?: boolean
  /** Truncates a long text until the user expands it. */
  folds?: boolean
  /** Attached file; the text is its caption. */
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
      {line.marker && <span>{line.marker}</span>}
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
