// For tests: the admin CLI as a process.
import { execFile } from 'node:child_process'
import { programOf } from './process.ts'

export interface Answer {
  code: number
  out: string
  err: string
}

/** Call it at the top of a test file. Without DATABASE_URL in the environment, commands use the embedded database. */
export async function commandLine(): Promise<(line: string, environment: Record<string, string>) => Promise<Answer>> {
  const program = await programOf('src/server/cli/main.ts')
  return (line, environment) =>
    new Promise((resolve) => {
      const env = { ...process.env, DATABASE_URL: '', ...environment }
      execFile(process.execPath, [program, ...line.split(' ').filter(Boolean)], { env }, (error, out, err) =>
        resolve({ code: error ? Number(error.code) : 0, out: out.trim(), err: err.trim() }),
      )
    })
}
