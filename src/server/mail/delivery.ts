// Where mails go: to the mail server, or without one as files into the outbox.
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'

export interface Delivery {
  /** Resolves, once the mail is out of our hands, to where it went; throws when it is not. */
  deliver(id: string, mail: SendMailOptions): Promise<string>
  /** Removes what was delivered before and is kept nowhere else; does nothing where nothing is kept. */
  forget(before: Date): Promise<void>
  close(): void
}

export function smtp(url: string): Delivery {
  const transport = createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
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
      // Whoever watches the folder sees whole files only. The links inside are for one person.
      await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 })
      await rename(`${file}.part`, file)
      return file
    },
    forget: async (before) => {
      for (const name of await readdir(folder).catch(() => [])) {
        if (!/\.eml(\.part)?$/.test(name)) continue
        const file = join(folder, name)
        // Somebody may be tidying up by hand.
        const written = await stat(file).catch(() => undefined)
        if (written && written.mtime < before) await rm(file, { force: true })
      }
    },
    close: () => transport.close(),
  }
}
