// Builds the web app to dist/web, with a compressed copy beside every text file.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/**
 * Each chunk holds the modules that match and everything they import: automatic splitting makes 80 files of the first list.
 * `minShareCount`: only modules that so many chunks need.
 */
const groups = [
  { name: 'start', tags: ['$initial' as const] },
  { name: 'sign-in', test: /src[\\/]web[\\/](layout[\\/]public-layout|identity[\\/]auth[\\/]login-edit)/ },
  { name: 'frame', test: /src[\\/]web[\\/]layout[\\/]app-layout/ },
  {
    name: 'list',
    test: /src[\\/]web[\\/].*(platform[\\/]ui[\\/](list-page|section|skeleton-lines|ago)|import-panel|import-filter-picker|export-picker)\.tsx/,
  },
  { name: 'sums', test: /(platform[\\/]ui[\\/](totals|exact-amount)|view-picker)\.tsx/ },
  { name: 'contract', test: /src[\\/]contract/, minShareCount: 5 },
  { name: 'labels', test: /-(badge|filter-picker)\.tsx|lib[\\/](money|language-names)/, minShareCount: 3 },
  { name: 'icons', test: /@tabler/, minShareCount: 5 },
  {
    name: 'choices',
    test: /@floating-ui|@mantine[\\/]core[\\/].*[\\/](Popover|Combobox|ScrollArea|Select|Tooltip)[\\/]/,
  },
  {
    name: 'record',
    test: /src[\\/]web[\\/].*(platform[\\/]ui[\\/](record-page|facts)|note-panel|activity-panel)\.tsx/,
  },
]

export default defineConfig({
  root: 'src/web',
  base: '/',
  plugins: [react(), compressedCopies()],
  // Custom media queries, which src/web/platform/ui/breakpoints.css uses for the breakpoints.
  css: { transformer: 'lightningcss', lightningcss: { drafts: { customMedia: true } } },
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: ['chrome111', 'edge111', 'firefox114', 'safari16.4'],
    // The content security policy forbids inline scripts, and these browsers need no polyfill.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
})

/** Compressed at build time, so that the server does not compress each response. */
function compressedCopies(): Plugin {
  return {
    name: 'compressed-copies',
    apply: 'build',
    writeBundle({ dir }) {
      if (!dir) return
      for (const file of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(js|css|html|svg|json|webmanifest)$/.test(file)) continue
        const path = join(dir, file)
        const content = readFileSync(path)
        writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
        writeFileSync(
          `${path}.br`,
          brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
        )
      }
    },
  }
}
