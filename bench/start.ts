// Benchmark of the start: time until the process is ready, and its memory.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Figure } from './figure.ts'
import { memoryMb } from './processor.ts'

/** The built server, on an empty data folder and then again. */
export async function startFigures(): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kabar-bench-'))
  const first = await start(dataDir)
  const second = await start(dataDir)
  rmSync(dataDir, { recursive: true, force: true })
  return [
    { name: 'first start, empty data folder', value: first.ms, unit: 'ms' },
    { name: 'second start', value: second.ms, unit: 'ms' },
    { name: 'memory of the process, idle', value: second.rss, unit: 'MB' },
  ]
}

async function start(dataDir: string) {
  const startedAt = performance.now()
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn', NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise((resolve) => child.stdout.once('data', resolve))
  const ms = Math.round(performance.now() - startedAt)
  const rss = memoryMb(child.pid!, 'VmRSS')
  child.kill('SIGTERM')
  await new Promise((resolve) => child.once('exit', resolve))
  return { ms, rss }
}
