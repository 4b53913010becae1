// Cache of message contents: a text, or a file that is uploaded once, with the text as its caption.
import { generateWAMessageContent, type proto, type WASocket } from 'baileys'
import { DriverError, type OutgoingMedia, type OutgoingMessage } from '../driver.ts'

type Content = Pick<OutgoingMessage, 'text' | 'media'>

/** Cached files per connection: WhatsApp stores an upload for weeks, and a broadcast has one file. */
const maxEntries = 20

/** One per connection. A message that is requested again later gets the same content. */
export function openContentCache(upload: WASocket['waUploadToServer']) {
  const uploads = new Map<string, Promise<proto.IMessage>>()

  return async ({ text, media }: Content): Promise<proto.IMessage> => {
    // Without a preview: Baileys would fetch the link itself.
    if (!media) return await generateWAMessageContent({ text, linkPreview: null }, { upload })
    return withCaption(await uploaded(media), text)
  }

  /** Single-flight: concurrent sends share one upload. */
  async function uploaded(media: OutgoingMedia): Promise<proto.IMessage> {
    const key = `${media.kind} ${media.sha256} ${media.type} ${media.name}`
    let under = uploads.get(key)
    if (!under) {
      under = put(media)
      uploads.set(key, under)
      // The next send retries a failed upload.
      under.catch(() => uploads.delete(key))
      const [eldest] = uploads.keys()
      if (uploads.size > maxEntries) uploads.delete(eldest!)
    }
    return await under
  }

  async function put(media: OutgoingMedia): Promise<proto.IMessage> {
    try {
      const bytes = Buffer.from(await media.read())
      return await generateWAMessageContent(contentOf(media, bytes), { upload })
    } catch (cause) {
      // Nothing of the message was sent.
      throw new DriverError('later', 'media_not_uploaded', { cause })
    }
  }
}

/** Declares an empty thumbnail: Baileys would start other programs to draw one. */
const noThumbnail = { jpegThumbnail: '' }

function contentOf({ kind, type, name }: OutgoingMedia, bytes: Buffer) {
  switch (kind) {
    case 'image':
      return { image: bytes, mimetype: type, ...noThumbnail }
    case 'video':
      return { video: bytes, mimetype: type, ...noThumbnail }
    case 'document':
      return { document: bytes, mimetype: type, fileName: name }
  }
}

function withCaption(content: proto.IMessage, caption: string): proto.IMessage {
  const said = caption === '' ? {} : { caption }
  const { imageMessage, videoMessage, documentMessage } = content
  if (imageMessage) return { imageMessage: { ...imageMessage, ...said } }
  if (videoMessage) return { videoMessage: { ...videoMessage, ...said } }
  return { documentMessage: { ...documentMessage, ...said } }
}
