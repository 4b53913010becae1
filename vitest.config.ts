import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

// `npm test` runs the projects pure, components, embedded and linked; `npm run test:slow` runs slow and own. `own` has the
// database tests on the machine's own PostgreSQL (15 or newer), if installed.
const own = findServer()
const server = (name: string, postgres: string, include: string[], exclude: string[]) => ({
  extends: true as const,
  test: {
    ...{ name, env: { TEST_POSTGRES: postgres }, globalSetup: 'src/server/test/global-setup.ts', include, exclude },
    // Some start a dozen processes one after another, which take half a minute each on a busy machine.
    ...(name === 'slow' && { testTimeout: 900_000, hookTimeout: 900_000 }),
  },
})
/** These tests wait for crashes, leases and timeouts of real processes, or compute for half a minute each. */
const slow = [
  'src/server/platform/http/stalls.test.ts',
  'src/server/messaging/engine/{direct-kill,kill,outage,owners,spreading}.test.ts',
  'src/server/platform/db/embedded/embedded.test.ts',
  'src/server/messaging/drivers/linked-device/large-group.test.ts',
  'src/server/cli/main.test.ts',
  'src/server/platform/backups/{linked-phone,postgres-upgrade}.test.ts',
  'src/server/image.test.ts',
  'src/server/rolling-restart.test.ts',
  'src/server/records/imports/reimport.test.ts',
]
/** Slow too, with ten seconds or more of computation each. Their SQL makes them run on both servers. */
const long = [
  'src/server/messaging/engine/{approved-kill,linked}.test.ts',
  'src/server/identity/organization/closed.test.ts',
  'src/server/platform/backups/drill.test.ts',
  'src/server/platform/reference/client.test.ts',
]
/** These tests load Baileys, whose AsyncLocalStorage makes every promise of its process slow before Node 24: up to six times. */
const linked = [
  'src/server/messaging/drivers/linked-device/**/*.test.ts',
  'src/server/messaging/engine/{capped,fairness,group-sync}.test.ts',
  'src/server/test/fake-whatsapp/**/*.test.ts',
]

export default defineConfig({
  test: {
    // Generous, so that tests with real databases and processes are not flaky on a busy machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    restoreMocks: true,
    // Messages show values up to this length in full: the summary at the end of a run has no other sign of the difference.
    chaiConfig: { truncateThreshold: 2_000 },
    // The files of a worker share one load of the app, which saves a third of the run. So no file may mock a module.
    isolate: false,
    // Transformed sources are kept in node_modules between runs.
    experimental: { fsModuleCache: true },
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: ['src/contract/**/*.test.ts', 'src/web/**/*.test.ts', 'scripts/**/*.test.ts', 'chaos/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'components',
          environment: 'happy-dom',
          setupFiles: 'src/web/platform/ui/testing/setup.ts',
          include: ['src/web/**/*.test.tsx'],
        },
      },
      server('embedded', 'embedded', ['src/server/**/*.test.ts'], [...slow, ...long, ...linked]),
      server('linked', 'embedded', linked, slow),
      server('slow', 'embedded', [...slow, ...long], []),
      // Tests with SQL of their own run on both. Tests of timing, connections, limits and processes send only statements that
      // others cover, so they run on the embedded server alone.
      ...(own
        ? [
            server(
              'own',
              own,
              ['src/server/**/*.test.ts'],
              [
                ...slow,
                ...withoutDatabase(),
                'src/server/platform/db/embedded/**',
                'src/server/messaging/drivers/**',
                'src/server/test/fake-whatsapp/**',
                'src/server/messaging/engine/linked.test.ts',
                'src/server/messaging/engine/{capped,estimate-kept,group-sync,network,paced-claim,quiet,secret,stop}.test.ts',
                'src/server/messaging/engine/group-receipts/**',
                'src/server/cli/**',
                'src/server/platform/downloads/**',
                'src/server/platform/mail/**',
                'src/server/platform/reference/**',
                'src/server/{config,main}.test.ts',
                'src/server/identity/auth/{hashing,rate-limit,rules}.test.ts',
                'src/server/platform/http/**',
              ],
            ),
          ]
        : []),
    ],
  },
})

/** Tests that use none of the run's databases: no app, engine or process. */
function withoutDatabase() {
  return readdirSync('src/server', { recursive: true, encoding: 'utf8' })
    .map((file) => `src/server/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.test.ts'))
    .filter((file) => !/test\/(app|database|engine|process)\.ts'/.test(readFileSync(file, 'utf8')))
}

/** The folder with initdb and postgres of the newest PostgreSQL of the machine. */
function findServer() {
  const base = '/usr/lib/postgresql'
  if (process.env.TEST_POSTGRES_BIN) return process.env.TEST_POSTGRES_BIN
  if (!existsSync(base)) return undefined
  const versions = readdirSync(base).filter((version) => existsSync(`${base}/${version}/bin/initdb`))
  const newest = versions.sort((a, b) => Number(b) - Number(a))[0]
  return newest && Number(newest) >= 15 ? `${base}/${newest}/bin` : undefined
}
