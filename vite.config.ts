// Builds the web app to dist/web, with a compressed copy beside every text file.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'

/**
 * Left to themselves the bundler's chunks make 58 files of the first list: waiting in line at 150 ms a trip, each with
 * 0.9 KB of headers. These gather what pages share; each may import only from those before it (`noCircles` keeps that).
 */
const gathered = [
  // What the entry needs stays with it, or the entry would need the chunks below.
  { name: 'start', tags: ['$initial' as const] },
  // The login page beyond the entry; most of it is what every form needs.
  chunk('forms', 1, [
    'src/web/(layout/public-layout|auth/login-edit)\\.',
    'core/esm/components/(Input|InputBase|TextInput|PasswordInput|ActionIcon|CloseButton|Alert)/',
    '/zod/',
    'src/contract/(common|endpoint|auth|team)\\.ts',
    'src/web/ui/(form|leave-guard)\\.',
    'icons-react/dist/esm/(createReactComponent|defaultAttributes|icons/IconAlertCircle)\\.',
    'src/web/(layout/logo|auth/(auth.module|registration|invitation))\\.',
  ]),
  // Libraries of the signed-in pages.
  chunk('libraries', 2, [
    '/@tanstack/',
    'core/esm/components/(FocusTrap|Skeleton|NativeSelect)/',
    'core/esm/components/ScrollArea/utils/to-int',
    'icons-react/dist/esm/icons/',
    '/@mantine/(hooks/esm|core/esm/core)/',
  ]),
  // The frame of the signed-in pages, and our own pieces that most of them show.
  chunk('pieces', 1, [
    'src/web/layout/app-layout\\.',
    'src/web/ui/(page|section|empty|badge|search-field|pager|data-columns|data-table|data-cards|table-skeleton)\\.',
    'src/web/lib/(format|use-search)\\.',
    'src/web/session\\.',
    'src/contract/(contacts|wa-sessions|users|replies|sample-data|tags)\\.',
    'src/web/(layout/menu|ui/styles-choice|contacts/consent-badge)\\.',
    'core/styles/(Drawer|FloatingIndicator|ScrollArea|Popover|Combobox)\\.',
  ]),
  // What lists can do beyond showing rows.
  chunk('lists', 2, [
    'src/web/ui/(list-page|filter-bar|filter-editor|column-choice|color-badge)\\.',
    'src/web/(downloads/export-picker|tags/(tag-filter-picker|tag-badge)|download|lib/use-record-pager|contacts/language)\\.',
  ]),
  // What broadcasts are made of.
  chunk('messages', 2, ['src/contract/(templates|broadcasts)\\.']),
  // What the pages of investors, investments and other records share.
  chunk('records', 2, [
    'src/contract/(money|master-data|investors|investments|offerings|currencies|transactions|color)\\.',
    'src/web/lib/money\\.',
    'src/web/(investors|investments|offerings|master-data|account|contacts|tags)/[a-z-]+-(badge|filter-picker)\\.',
    'src/web/ui/(totals|facts)\\.',
    'core/esm/components/(Text|Anchor)/',
  ]),
  // What opens over a page: nothing of it is needed to draw one.
  chunk('popups', 2, [
    '/(@floating-ui|tabbable|react-remove-scroll|react-remove-scroll-bar|react-style-singleton|use-sidecar|use-callback-ref)/',
    'core/esm/components/(Menu|Popover|ScrollArea|Floating|Portal|Overlay|Tooltip)/',
    'core/esm/utils/Floating/',
  ]),
  // What picks one or several of many.
  chunk('choices', 2, [
    'core/esm/components/(Combobox|Select|MultiSelect|Autocomplete|Pill|PillsInput|Checkbox|InlineInput)/',
    'src/web/(investors|investments|offerings|master-data|account|contacts|tags)/[a-z-]+(?<!filter)-picker\\.',
  ]),
]

export default defineConfig({
  root: 'src/web',
  base: '/',
  plugins: [react(), briefContract(), noCircles(), firstFiles(), compressedCopies()],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: ['chrome111', 'edge111', 'firefox114', 'safari16.4'],
    // The policy of the pages allows no inline script, and these browsers need no polyfill.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: gathered } } },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
})

/** Modules used by at least so many pages whose path holds one of the patterns, written with `/`. */
function chunk(name: string, minShareCount: number, patterns: string[]) {
  return { name, minShareCount, test: new RegExp(patterns.join('|').replaceAll('/', String.raw`[\\/]`)) }
}

/**
 * The contract without what only the server reads. The web app asks by an endpoint's method and path, and its forms and
 * addresses by schemas that they name; the schemas of answers would be built at every start of the app, and most of the
 * others before anybody needs them. Building one has no effect by itself: what nobody names any more falls away.
 */
function briefContract(): Plugin {
  const contract = resolve('src/contract')
  const web = resolve('src/web')
  return {
    name: 'brief-contract',
    transform(code, id) {
      if (id.startsWith(web)) {
        const read = partOfEndpoint(code)
        if (read) this.error(`${read} is not there in the web app: import the schema by its name`)
      }
      return id.startsWith(contract) ? brief(code, this.parse(code, { lang: 'ts' })) : undefined
    },
  }
}

const partsOfEndpoints = ['params', 'query', 'body', 'response']

/** `contacts.create.body`, where a module of the contract is read so. */
function partOfEndpoint(code: string) {
  const lists = [...code.matchAll(/import \{([^}]+)\} from '[./]+contract\//g)].map(([, names]) => names!)
  const names = new Set(lists.flatMap((list) => list.match(/\w+/g) ?? []))
  const reads = code.matchAll(new RegExp(String.raw`\b(\w+)\.\w+\.(${partsOfEndpoints.join('|')})\b`, 'g'))
  return [...reads].find(([, name]) => names.has(name!))?.[0]
}

// biome-ignore lint/suspicious/noExplicitAny: a syntax tree of any shape
type Node = any

/** Endpoints without their schemas, and each call that stands outside of functions marked as one that has no effect. */
function brief(code: string, tree: Node) {
  const changes: { from: number; to: number; text: string }[] = []
  visit(tree)
  return changes
    .sort((one, other) => other.from - one.from)
    .reduce((text, change) => text.slice(0, change.from) + change.text + text.slice(change.to), code)

  function visit(node: Node) {
    if (!node || typeof node !== 'object' || /Function/.test(node.type)) return
    if (node.type === 'CallExpression') changes.push({ from: node.start, to: node.start, text: '/*@__PURE__*/ ' })
    if (node.type === 'CallExpression' && node.callee.name === 'endpoint') return node.arguments.forEach(shorten)
    for (const child of Object.values(node).flat()) visit(child)
  }

  function shorten({ properties, end }: Node) {
    for (const [nth, { key, value, start }] of properties.entries()) {
      if (partsOfEndpoints.includes(key?.name))
        changes.push({ from: start, to: properties[nth + 1]?.start ?? end - 1, text: '' })
      else visit(value)
    }
  }
}

/** Chunks that import each other in a circle run before what they need: a blank page. Better no build. */
function noCircles(): Plugin {
  return {
    name: 'no-circles',
    apply: 'build',
    generateBundle(_, bundle) {
      const visit = (file: string, trail: string[]) => {
        const from = trail.indexOf(file)
        if (from >= 0) this.error(`chunks in a circle: ${[...trail.slice(from), file].join(' → ')}`)
        const output = bundle[file]
        if (output?.type !== 'chunk' || done.has(file)) return
        for (const next of output.imports) visit(next, [...trail, file])
        done.add(file)
      }
      const done = new Set<string>()
      for (const file of Object.keys(bundle)) visit(file, [])
    },
  }
}

/**
 * What each path of `routes.tsx` needs, for the server to name in the answer's head: the browser then asks for all of it
 * together, and not for a page's files only once the entry has arrived and run. On a slow phone that is half a second.
 * The same for the words of each language that a page needs, for browsers that ask for it.
 */
function firstFiles(): Plugin {
  const routes = resolve('src/web/routes.tsx')
  return {
    name: 'first-files',
    apply: 'build',
    // The chunks know their style sheets only then.
    enforce: 'post',
    generateBundle(_, bundle) {
      const text = readFileSync(routes, 'utf8')
      const modules = new Map<string, string>()
      for (const [, name, path] of text.matchAll(/const (\w+) = lazyPage\(\s*\(\) =>\s*import\('(.+?)'\)/g))
        modules.set(name!, resolve(routes, '..', path!))
      const words = (file: string) => filesOf(bundle, [resolve('src/web/lib/indonesian', file)])
      const whole = { id: words('words.ts') }
      const signedOut = { id: words('signed-out.ts') }
      const pages: Record<string, object> = {}
      const unused = new Set(modules.keys())
      let layout = ''
      for (const [, group, path, page] of text.matchAll(/handle: (\w+),|page\(\s*'(.+?)',\s*'.+?',\s*(\w+),?\s*\)/g)) {
        unused.delete(group ?? page!)
        if (group) layout = group
        else
          pages[path!] = {
            files: ['first.js', ...filesOf(bundle, [modules.get(layout)!, modules.get(page!)!])],
            words: layout === 'publicLayout' ? signedOut : whole,
          }
      }
      if (unused.size > 0 || modules.size === 0) this.error(`routes.tsx reads otherwise now: ${[...unused].join(', ')}`)
      this.emitFile({ type: 'asset', fileName: 'first-files.json', source: JSON.stringify(pages) })
    },
  }
}

/** The entry and the chunks of these modules, with all that they import. */
function filesOf(bundle: Rolldown.OutputBundle, modules: string[]) {
  const found = new Set<string>()
  const add = (file: string) => {
    const output = bundle[file]
    if (output?.type !== 'chunk' || found.has(file)) return
    found.add(file)
    for (const style of output.viteMetadata?.importedCss ?? []) found.add(style)
    output.imports.forEach(add)
  }
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
  for (const { isEntry, fileName } of chunks) if (isEntry) add(fileName)
  for (const { moduleIds, fileName } of chunks) if (modules.some((module) => moduleIds.includes(module))) add(fileName)
  return [...found]
}

/** Made once here, so that the server compresses nothing per request. */
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
