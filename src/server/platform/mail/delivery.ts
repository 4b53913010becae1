// Delivers emails: to the mail server, or without one as files in the outbox folder.
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'

export interface Delivery {
  /** Resolves with the destination once the email is delivered; throws if it is not. */
  deliver(id: string, mail: SendMailOptions): Promise<string>
  /** Deletes delivered files older than `before`; does nothing with a mail server. */
  forget(before: Date): Promise<void>
  close(): void
}

const transportOf = (url: string) =>
  createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })

/** Connects and logs in. Returns the error, without the password; undefined if all is well. */
export async function checkMailServer(url: string): Promise<string | undefined> {
  const transport = transportOf(url)
  try {
    await transport.verify()
    return undefined
  } catch (error) {
    return (error as Error).message
  } finally {
    transport.close()
  }
}

export function smtp(url: string): Delivery {
  const transport = transportOf(url)
  const { hostname } = new URL(url)
  return {
    deliver: async (_id, mail) => {
      await transport.sendMail(mail)
      return hostname
    },
    forget: async () => {},
    close: () => transport.close(),
  }
}

export function outbox(folder: string): Delivery {
  const transport = createTransport({ streamTransport: true, buffer: true })
  return {
    deliver: async (id, mail) => {
      const { message } = await transport.sendMail(mail)
      const file = join(folder, `${id}.eml`)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // Readers of the folder see complete files only. The links inside are for one person.
      await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 })
      await rename(`${file}.part`, file)
      return file
    },
    forget: async (before) => {
      for (const name of await readdir(folder).catch(() => [])) {
        if (!/\.eml(\.part)?$/.test(name)) continue
        const file = join(folder, name)
        // An administrator may be deleting files by hand.
        const written = await stat(file).catch(() => undefined)
        if (written && written.mtime < before) await rm(file, { force: true })
      }
    },
    close: () => transport.close(),
  }
}
