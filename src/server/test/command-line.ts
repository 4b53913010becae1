// For tests: the admin CLI as a process.
import { execFile } from 'node:child_process'
import { programOf } from './process.ts'

export interface Answer {
  code: number
  out: string
  err: string
}

/** `account`: the Unix user that runs it; root may choose. */
type Run = (
  line: string,
  environment: Record<string, string>,
  account?: { uid: number; gid: number },
) => Promise<Answer>

/** Call it at the top of a test file. Without DATABASE_URL in the environment, commands use the embedded database. */
export async function commandLine(): Promise<Run> {
  const program = await programOf('src/server/cli/main.ts')
  return (line, environment, account) =>
    new Promise((resolve) => {
      const options = { env: { ...process.env, DATABASE_URL: '', ...environment }, ...account }
      execFile(process.execPath, [program, ...line.split(' ').filter(Boolean)], options, (error, out, err) =>
        resolve({ code: error ? Number(error.code) : 0, out: out.trim(), err: err.trim() }),
      )
    })
}
