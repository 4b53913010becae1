// Finds a Chromium for the browser tests: CHROMIUM, else the system's, else one from npm.
import { accessSync, constants, existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { npm, root, run } from './prepare.mjs'

const version = '147.0.0'

/** Returns the environment variables that make Playwright use it. */
export async function findChromium() {
  const places = [
    process.env.CHROMIUM,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ]
  const found = places.find(isProgram)
  if (found) return { CHROMIUM: found }
  return await fromNpm()
}

function isProgram(path) {
  if (!path) return false
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** A build with its own libraries, which unpacks itself into the temporary folder. Linux x64 only. */
async function fromNpm() {
  const folder = join(root, '.cache/chromium')
  if (!existsSync(join(folder, 'node_modules/@sparticuz/chromium'))) {
    console.log('No Chromium found, downloading one from npm (67 MB)…')
    run(npm(), [
      'install',
      '--prefix',
      folder,
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
      '--save-exact',
      `@sparticuz/chromium@${version}`,
    ])
  }
  // It unpacks its libraries only on AWS, and puts their folder into LD_LIBRARY_PATH.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs22.x'
  const before = process.env.LD_LIBRARY_PATH
  const require = createRequire(join(folder, 'package.json'))
  const { default: chromium } = await import(require.resolve('@sparticuz/chromium'))
  const path = await chromium.executablePath()
  const libraries = process.env.LD_LIBRARY_PATH
  if (before === undefined) delete process.env.LD_LIBRARY_PATH
  else process.env.LD_LIBRARY_PATH = before
  return { CHROMIUM: path, CHROMIUM_LIBRARIES: libraries }
}
