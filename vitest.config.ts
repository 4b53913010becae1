import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

// The same tests on both servers: the embedded PostgreSQL 18, and the machine's own where there is one (15 and up).
const own = findServer()
const server = (name: string, env: Record<string, string>) => ({
  extends: true as const,
  test: { name, env, globalSetup: 'src/server/test/global-setup.ts', include: ['src/server/**/*.test.ts'] },
})

export default defineConfig({
  test: {
    // Real databases and processes: generous, so that a busy machine does not make a test flaky.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Half of the time a test waits for a process or a database: two workers leave one processor of two idle.
    maxWorkers: Math.max(4, availableParallelism()),
    restoreMocks: true,
    // One load of the app for all files of a worker, not one each: a third of the run. So no file may mock a module.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: [
            'src/contract/**/*.test.ts',
            'src/web/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
            'chaos/**/*.test.ts',
          ],
        },
      },
      server('embedded', { TEST_POSTGRES: 'embedded' }),
      // What does not depend on the server's version gains nothing from a second run. All that speaks SQL of its own runs on both;
      // what is about time, a line, limits or a process sends statements that others send as well, and runs on the embedded one.
      ...(own
        ? [
            {
              ...server('own', { TEST_POSTGRES: own }),
              test: {
                ...server('own', { TEST_POSTGRES: own }).test,
                exclude: [
                  ...withoutDatabase(),
                  'src/server/db/embedded/**',
                  'src/server/drivers/**',
                  'src/server/test/fake-whatsapp/**',
                  'src/server/engine/{kill,outage,linked,owners}.test.ts',
                  'src/server/engine/{capped,estimate-kept,groups,network,paced,quiet,secret,stop}.test.ts',
                  'src/server/engine/group-receipts/**',
                  'src/server/cli/**',
                  'src/server/downloads/**',
                  'src/server/mail/**',
                  'src/server/reference/**',
                  'src/server/{config,main}.test.ts',
                  'src/server/auth/{hashing,rate-limit,rules}.test.ts',
                  'src/server/http/**',
                ],
              },
            },
          ]
        : []),
    ],
  },
})

/** Tests that never ask a database of the run: by an app, by an engine or by a process. */
function withoutDatabase() {
  return readdirSync('src/server', { recursive: true, encoding: 'utf8' })
    .map((file) => `src/server/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.test.ts'))
    .filter((file) => !/test\/(app|database|engine|process)\.ts'/.test(readFileSync(file, 'utf8')))
}

/** The folder with initdb and postgres of the machine's PostgreSQL, newest first. */
function findServer() {
  const base = '/usr/lib/postgresql'
  if (process.env.TEST_POSTGRES_BIN) return process.env.TEST_POSTGRES_BIN
  if (!existsSync(base)) return undefined
  const versions = readdirSync(base).filter((version) => existsSync(`${base}/${version}/bin/initdb`))
  const newest = versions.sort((a, b) => Number(b) - Number(a))[0]
  return newest && Number(newest) >= 15 ? `${base}/${newest}/bin` : undefined
}
