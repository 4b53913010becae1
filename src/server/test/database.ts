// Test databases: one per test file, cloned from the migrated template in some 30 ms.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { type Connection, type Database, openDatabase } from '../platform/db/index.ts'
import { replaceDatabase } from './global-setup.ts'

/** Call it at the top of a test file; it cleans up after the file. */
export async function testDatabase(): Promise<Database> {
  const connection = await cloneTemplate()
  const database = openDatabase(connection, { poolSize: 8, maxWaitMs: 60_000, maxQueryMs: 30_000 })
  afterAll(() => database.close())
  return database
}

/** For tests that start their own process: the connection of a fresh clone, dropped after the file. */
export async function cloneTemplate(): Promise<Connection> {
  const template = inject('templateUrl')
  const name = `test_${randomBytes(8).toString('hex')}`
  await administer(template, `create database ${name} template kabar_template strategy file_copy`)
  afterAll(() => administer(template, `drop database ${name} with (force)`))
  return { connectionString: replaceDatabase(template, name), role: 'kabar_app' }
}

/** The URL of an empty database whose owner is not a superuser, as with a hosted PostgreSQL; dropped after the file. */
export async function ownedDatabase(): Promise<string> {
  const template = inject('templateUrl')
  const name = `test_${randomBytes(8).toString('hex')}`
  await administer(template, `create role ${name} login password 'of-a-test'`)
  await administer(template, `create database ${name} owner ${name} template template0`)
  afterAll(async () => {
    await administer(template, `drop database ${name} with (force)`)
    await administer(template, `drop role ${name}`)
  })
  return replaceDatabase(template, name).replace(/\/\/[^@]*@/, `//${name}:of-a-test@`)
}

async function administer(template: string, statement: string): Promise<void> {
  const client = new pg.Client(replaceDatabase(template, 'postgres'))
  await client.connect()
  const error = await client.query(statement).catch((error) => error as { code?: string })
  await client.end()
  // Autovacuum may still be working in the template database, and PostgreSQL waits only 5 s for it: tries again.
  if ('code' in error && error.code === '55006') return administer(template, statement)
  if (error instanceof Error) throw error
}
