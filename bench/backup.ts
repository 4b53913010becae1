// Benchmark of a backup and a restore: time, size, memory, and how fast pages load during a backup.
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Report } from './figure.ts'
import { memoryMb } from './processor.ts'
import type { Sizes } from './seed.ts'
import { type SeededApp, withSeeded } from './seeded-app.ts'

export async function backupFigures(sizes: Sizes, report: Report): Promise<void> {
  const what = `${sizes.contacts} contacts${sizes.recipients ? ` and ${sizes.recipients} recipients` : ''}`
  const folder = mkdtempSync(join(tmpdir(), 'kabar-bench-backups-'))
  const copy = mkdtempSync(join(tmpdir(), 'kabar-bench-copy-'))
  try {
    await withSeeded(
      sizes,
      async () => undefined,
      async (app) => {
        const rest = await pages(app, (elapsedMs) => elapsedMs > 15_000)
        let isOver = false
        const making = kabar(['backup', '--to', `${folder}/`], app.dataDir).finally(() => {
          isOver = true
        })
        const meanwhile = await pages(app, () => isOver)
        const { seconds, memory } = await making
        const bytes = statSync(join(folder, readdirSync(folder)[0]!)).size
        report(
          { name: `backup of ${what}, read back`, value: seconds, unit: 's' },
          { name: `size of the backup of ${what}`, value: Math.round(bytes / 1024 ** 2), unit: 'MB' },
          { name: 'memory of the backup', value: memory, unit: 'MB' },
          {
            name: 'a page during a backup, median',
            value: meanwhile.median,
            unit: 'ms',
            beside: { name: 'at rest', value: rest.median },
          },
          {
            name: 'a page during a backup, 99 %',
            value: meanwhile.slow,
            unit: 'ms',
            beside: { name: 'at rest', value: rest.slow },
          },
        )
      },
    )
    const { seconds, memory } = await kabar(
      ['restore', join(folder, readdirSync(folder)[0]!), '--without-secret'],
      copy,
    )
    report(
      { name: `restore of ${what}, with all indexes`, value: seconds, unit: 's' },
      { name: 'memory of the restore', value: memory, unit: 'MB' },
    )
  } finally {
    for (const path of [folder, copy]) rmSync(path, { recursive: true, force: true })
  }
}

/** Loads pages one after the other, with a pause between them as a person would make. */
async function pages(app: SeededApp, isOver: (elapsedMs: number) => boolean) {
  const began = performance.now()
  const times: number[] = []
  for (let page = 1; !isOver(performance.now() - began); page++) {
    const asked = performance.now()
    await app.fetch('contacts', { page: (page % 20) + 1, per_page: 20, sort: 'name' })
    times.push(performance.now() - asked)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => Math.round(times[Math.floor(times.length * share)]! * 10) / 10
  return { median: at(0.5), slow: at(0.99) }
}

/** Runs the built command. `memory`: its peak in MB. */
async function kabar(words: string[], dataDir: string): Promise<{ seconds: number; memory: number }> {
  const began = performance.now()
  let memory = 0
  const child = spawn(process.execPath, ['dist/server/kabar.js', ...words], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const watching = setInterval(() => {
    memory = Math.max(memory, memoryMb(child.pid!, 'VmHWM'))
  }, 200)
  const code = await new Promise((resolve) => child.once('exit', resolve))
  clearInterval(watching)
  if (code !== 0) throw new Error(`kabar ${words[0]} ended with ${code}`)
  return { seconds: Math.round((performance.now() - began) / 100) / 10, memory }
}
