// `npm run build`: the web app in dist/web, the server and its admin command in dist/server (dependencies stay in node_modules),
// and the software bill of materials.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { build as bundle } from 'esbuild'
import { build as buildWeb } from 'vite'
import { writeSbom } from './sbom.mjs'

// Dependencies of many small files are bundled: opening four hundred of them takes a fifth of the start time.
const within = ['jose', 'kysely', 'libphonenumber-js', 'libphonenumber-js/max']

rmSync('dist', { recursive: true, force: true })
mkdirSync('dist')
writeSbom('.', 'dist/sbom.cdx.json')
await Promise.all([
  bundle({
    entryPoints: { main: 'src/server/main.ts', kabar: 'src/server/cli/main.ts', describe: 'src/server/describe.ts' },
    outdir: 'dist/server',
    bundle: true,
    // Dynamic imports stay separate chunks: Baileys is loaded when the first linked device is opened.
    splitting: true,
    packages: 'external',
    alias: Object.fromEntries(within.map((name) => [name, fileURLToPath(import.meta.resolve(name))])),
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    sourcemap: true,
    logLevel: 'warning',
  }),
  buildWeb({ logLevel: 'warn' }).then(compressCopies),
])
const { describeApi } = await import('../dist/server/describe.js')
writeFileSync('dist/server/openapi.json', await describeApi())

/** Writes compressed copies of text files, so that the server need not compress each response. */
async function compressCopies() {
  const files = readdirSync('dist/web', { recursive: true }).map((name) => join('dist/web', name))
  const texts = files.filter((file) => /\.(js|css|html|svg|json|webmanifest)$/.test(file))
  await Promise.all(
    texts.map(async (file) => {
      const content = await readFile(file)
      await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
      await writeFile(`${file}.br`, await promisify(brotliCompress)(content))
    }),
  )
}
