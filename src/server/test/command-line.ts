// For tests: the admin CLI as a process.
import { execFile } from 'node:child_process'
import { programOf } from './process.ts'

export interface Answer {
  code: number
  out: string
  err: string
}

/** `where`: the Unix user that runs the command (only root can choose one), or the folder in which it runs. */
type Run = (
  line: string,
  environment: Record<string, string>,
  where?: { uid: number; gid: number } | { cwd: string },
) => Promise<Answer>

/** Call it at the top of a test file. Without DATABASE_URL in the environment, commands use the embedded database. */
export async function commandLine(): Promise<Run> {
  const program = await programOf('src/server/cli/main.ts')
  return (line, environment, where) =>
    new Promise((resolve) => {
      const options = { env: { ...process.env, DATABASE_URL: '', ...environment }, ...where }
      execFile(process.execPath, [program, ...line.split(' ').filter(Boolean)], options, (error, out, err) =>
        resolve({ code: error ? Number(error.code) : 0, out: out.trim(), err: err.trim() }),
      )
    })
}
