// Starts Kabar as users do: the process of `npm start`, with its own data folder and port.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface RunningKabar {
  address: string
  dataDir: string
  /** Kills the process without clean-up, like a power cut. */
  kill(): Promise<void>
  stop(): Promise<void>
}

/** The log lines of all Kabar processes started here, for the evidence of a failed test. */
export const serverLines: { at: number; line: string }[] = []

export async function startKabar(
  options: { dataDir?: string; environment?: Record<string, string> } = {},
): Promise<RunningKabar> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'kabar-e2e-'))
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      NODE_ENV: 'production',
      ...options.environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const address = await ready(child)
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await ended
  }
  return {
    address,
    dataDir,
    kill: () => end('SIGKILL'),
    stop: async () => {
      await end('SIGTERM')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function ready(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = ''
    const listen = (text: string) => {
      printed += text
      serverLines.push({ at: Date.now(), line: text.trimEnd() })
      const address = /ready: (http\S+)/.exec(printed)?.[1]
      if (address) resolve(address)
    }
    child.stdout!.setEncoding('utf8').on('data', listen)
    child.stderr!.setEncoding('utf8').on('data', listen)
    child.once('exit', (code) => reject(new Error(`Kabar ended with ${code} before it was ready: ${printed}`)))
  })
}
