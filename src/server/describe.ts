// The API description (OpenAPI), generated once by the build: it takes a second of CPU time, so no running server
// generates it.
import { tmpdir } from 'node:os'
import { buildApp } from './app.ts'
import { readConfig } from './config.ts'
import { openDatabase } from './platform/db/index.ts'

/** As JSON. Neither connects to a database nor listens. */
export async function describeApi(): Promise<string> {
  const database = openDatabase({ connectionString: 'postgres://nobody@localhost/nothing', role: undefined })
  const config = readConfig({
    LOG_LEVEL: 'error',
    APP_SECRET: 'signs nothing while Kabar is built',
    DATA_DIR: tmpdir(),
  })
  const app = await buildApp({ config, database, webFolder: tmpdir() })
  try {
    const answer = await app.inject('/api/openapi.json')
    if (answer.statusCode !== 200) throw new Error(`the API does not describe itself: ${answer.payload}`)
    return answer.payload
  } finally {
    await app.close()
    await database.close()
  }
}
