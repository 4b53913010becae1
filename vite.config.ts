// Builds the web app to dist/web.
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/**
 * Each chunk holds the modules that match and everything they import: automatic splitting makes 80 files of the first list.
 * `minShareCount`: only modules that so many chunks need.
 */
const groups = [
  { name: 'start', tags: ['$initial' as const] },
  { name: 'sign-in', test: /src[\\/]web[\\/](layout[\\/]public-layout|identity[\\/]auth[\\/]login-edit)/ },
  { name: 'frame', test: /src[\\/]web[\\/]layout[\\/]app-layout/ },
  {
    name: 'contract',
    test: /src[\\/]contract[\\/](?!country|organization|imports|currencies|tasks)/,
    minShareCount: 5,
  },
  { name: 'icons', test: /@tabler/, minShareCount: 5 },
  // Parts that Home needs without the table of lists.
  {
    name: 'page',
    test: /src[\\/]web[\\/]platform[\\/]ui[\\/](page|section|skeleton-lines|ago|empty|row-check)\.tsx/,
  },
  {
    name: 'list',
    test: /src[\\/]web[\\/].*(platform[\\/]ui[\\/]list-page|import-panel|import-filter-picker|export-picker)\.tsx/,
  },
  {
    name: 'sums',
    test: /(platform[\\/]ui[\\/](totals|exact-amount|sort-note)|view-picker|custom-fields[\\/]list-panel)\.tsx|lib[\\/]rate-link/,
  },
  {
    name: 'labels',
    test: /web[\\/](records|platform)[\\/].*-(badge|filter-picker)\.tsx|investments[\\/](words|progress)|lib[\\/](money|language-names|progress)/,
    minShareCount: 2,
  },
  {
    name: 'choices',
    test: /@floating-ui|@mantine[\\/]core[\\/].*[\\/](Popover|Combobox|ScrollArea|Select|Tooltip)[\\/]/,
  },
  {
    name: 'tasks',
    test: /src[\\/]web[\\/]records[\\/]tasks[\\/](row-show|done-edit|due-show|labels|use-complete|use-store-task)/,
  },
  {
    name: 'record',
    test: /src[\\/]web[\\/]((.*(platform[\\/]ui[\\/](record-page|facts)|note-panel|activity-panel|task-panel)\.tsx)|record\.ts)/,
  },
]

export default defineConfig({
  root: 'src/web',
  base: '/',
  plugins: [react()],
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
