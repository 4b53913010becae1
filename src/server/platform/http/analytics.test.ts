// Analytics settings: what the page and its content security policy contain, and nothing by default.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { ConfigError, readConfig } from '../../config.ts'
import { testDatabase } from '../../test/database.ts'

const database = await testDatabase()
const webFolder = mkdtempSync(join(tmpdir(), 'kabar-web-'))
writeFileSync(join(webFolder, 'index.html'), '<html><head><title>Kabar</title></head></html>')
afterAll(() => rmSync(webFolder, { recursive: true }))

const environment = { LOG_LEVEL: 'silent', DATA_DIR: tmpdir() }

async function page(settings: Record<string, string>) {
  const app = await buildApp({ config: readConfig({ ...environment, ...settings }), database, webFolder })
  const { body, headers } = await app.inject('/investors/1')
  await app.close()
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  const meta = /<meta name="kabar-analytics" content="([^"]*)" \/>/.exec(body)?.[1]
  const policy = Object.fromEntries(
    String(headers['content-security-policy'])
      .split(';')
      .map((directive) => directive.split(' '))
      .map(([name, ...sources]) => [name, sources.join(' ')]),
  )
  return { meta: meta && JSON.parse(meta.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code))), policy }
}

test('without analytics, the page and its policy name no service', async () => {
  const { meta, policy } = await page({})
  expect(meta).toBeUndefined()
  expect(policy).toMatchObject({ 'script-src': "'self'", 'connect-src': "'self'", 'img-src': "'self' data: blob:" })
})

test('the settings of Plausible are escaped in the attribute', async () => {
  const site = '"><script>&amp;'
  const { meta, policy } = await page({ ANALYTICS_KIND: 'plausible', ANALYTICS_SITE: site })
  expect(meta).toEqual({ kind: 'plausible', url: 'https://plausible.io', site })
  expect(policy).toMatchObject({ 'script-src': "'self'", 'connect-src': "'self' https://plausible.io" })
})

test('the policy allows the origin of a custom address', async () => {
  const { meta, policy } = await page({ ANALYTICS_KIND: 'post', ANALYTICS_URL: 'https://a.example:8443/views?x=1' })
  expect(meta).toEqual({ kind: 'post', url: 'https://a.example:8443/views?x=1', site: '' })
  expect(policy['connect-src']).toBe("'self' https://a.example:8443")
})

test('only Google Analytics may load a script', async () => {
  const { policy } = await page({ ANALYTICS_KIND: 'ga4', ANALYTICS_SITE: 'G-ABC123' })
  expect(policy['script-src']).toBe("'self' https://www.googletagmanager.com")
  expect(policy['connect-src']).toContain('https://*.google-analytics.com')
})

test.each([
  [{ ANALYTICS_KIND: 'matomo' }, 'ANALYTICS_KIND must be one of'],
  [{ ANALYTICS_KIND: 'umami', ANALYTICS_SITE: 'x' }, 'ANALYTICS_URL must be'],
  [{ ANALYTICS_KIND: 'umami', ANALYTICS_URL: 'https://a.example' }, 'ANALYTICS_SITE must be the website ID'],
  [{ ANALYTICS_KIND: 'post' }, 'ANALYTICS_URL must be'],
  [{ ANALYTICS_KIND: 'post', ANALYTICS_URL: 'javascript:alert(1)' }, 'ANALYTICS_URL must be'],
  [{ ANALYTICS_KIND: 'ga4' }, 'ANALYTICS_SITE must be the measurement ID'],
])('%j fails the start, with the variable’s name', (settings, message) => {
  const read = () => readConfig({ ...environment, ...(settings as Record<string, string>) })
  expect(read).toThrow(ConfigError)
  expect(read).toThrow(message)
})
