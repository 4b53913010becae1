// A mail server on a free port that stores what it receives, and refuses mail on request.
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll } from 'vitest'

export async function mailServer() {
  const mails: { to: string[]; text: string }[] = []
  const state = { refusal: undefined as number | undefined, tries: 0 }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) => {
      state.tries += 1
      done(state.refusal ? Object.assign(new Error('refused'), { responseCode: state.refusal }) : null)
    },
    onData: (stream, session, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part) => parts.push(part))
      stream.on('end', () => {
        mails.push({
          to: session.envelope.rcptTo.map(({ address }) => address),
          text: readable(Buffer.concat(parts).toString('utf8')),
        })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, mails, state }
}

/** Decodes quoted-printable. */
export function readable(message: string): string {
  return message.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/g, (_, code) => String.fromCharCode(parseInt(code, 16)))
}
