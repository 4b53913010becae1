// What stands in a message: its text, or a file that was uploaded once with the text as its caption.
import { generateWAMessageContent, type proto, type WASocket } from 'baileys'
import { DriverError, type OutgoingMedia, type OutgoingMessage } from '../driver.ts'

type Content = Pick<OutgoingMessage, 'text' | 'media'>

/** As many files as a line remembers: WhatsApp keeps an upload for weeks, and a broadcast has one. */
const maxEntries = 20

/** For one line. A message that is asked for again later gets the same. */
export function openContentCache(upload: WASocket['waUploadToServer']) {
  const uploads = new Map<string, Promise<proto.IMessage>>()

  return async ({ text, media }: Content): Promise<proto.IMessage> => {
    // Without a preview: Baileys would fetch the link itself.
    if (!media) return await generateWAMessageContent({ text, linkPreview: null }, { upload })
    return withCaption(await uploaded(media), text)
  }

  /** Those who send it at the same time wait for one upload. */
  async function uploaded(media: OutgoingMedia): Promise<proto.IMessage> {
    const key = `${media.kind} ${media.sha256} ${media.type} ${media.name}`
    let under = uploads.get(key)
    if (!under) {
      under = put(media)
      uploads.set(key, under)
      // What failed is tried anew by the next.
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
      // Nothing of the message has left.
      throw new DriverError('later', 'media_not_uploaded', { cause })
    }
  }
}

/** Said to have a thumbnail: Baileys would start other programs to draw one. */
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
