// Supply chain: exact versions, a hash of each package, and no install scripts.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'))

test('every package is pinned exactly, and what comes with it by its hash', () => {
  const { dependencies, devDependencies, optionalDependencies } = read('package.json') as Record<
    string,
    Record<string, string>
  >
  const versions = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
  expect(versions.length).toBeGreaterThan(30)
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
  const { packages } = read('package-lock.json') as { packages: Record<string, { integrity?: string; link?: boolean }> }
  const files = Object.entries(packages).filter(([path, { link }]) => path !== '' && !link)
  expect(files.length).toBeGreaterThan(500)
  expect(files.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path)).toEqual([])
})

test('packages are installed as they are locked, and their scripts do not run', () => {
  const installs = ['scripts/prepare.mjs', 'scripts/chromium.mjs'].map((file) => readFileSync(file, 'utf8'))
  for (const text of installs) expect(text).toContain("'--ignore-scripts'")
  expect(installs[0]).toMatch(/run\(npm\(\), \['ci', '--ignore-scripts'/)
})
