// Messages in responses.
import * as z from 'zod/mini'
import type { Message } from './message.ts'

const parts = {
  code: z.string(),
  /** Unformatted: ISO days, decimal strings with their currency, and messages inside the message. */
  params: z.record(z.string(), z.unknown()),
}

/** The code in the catalogue and the parameters of the sentence, beside which the response has the text. */
export const MessageCodeData = z.object(parts) as unknown as z.ZodMiniType<Message>

/** With its text, which the server adds when it sends the response, in the language that `Accept-Language` prefers. */
export const MessageData = z.object({ ...parts, text: z.string() }) as unknown as z.ZodMiniType<
  Message & { readonly text?: string }
>
