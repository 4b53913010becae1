// The packages that a release contains: dependencies of the server, and packages bundled into the web app.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Sorted, each with its dependencies. Read from the lock file, so that the result is the same on every platform; `npm sbom` omits
 * packages that several others need (npm 11.19, November 2026).
 */
export function shippedPackages(root) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const { dependencies, optionalDependencies, devDependencies } = packages['']
  const bundled = importedBy(root, ['src/web', 'src/contract']).filter((name) => name in devDependencies)
  const found = new Map()

  /** Adds a package and its dependencies. Empty for an optional package that is missing from the lock file. */
  function visit(name, from) {
    const path = pathOf(packages, name, from)
    if (path === undefined) return []
    const { version, license, integrity, resolved, ...its } = packages[path]
    const ref = `${name}@${version}`
    if (found.has(path)) return [ref]
    const entry = { ref, name, version, license: license ?? unnamed[ref] ?? fail(path), integrity, resolved }
    found.set(path, entry)
    const peers = Object.keys(its.peerDependencies ?? {}).filter((peer) => !its.peerDependenciesMeta?.[peer]?.optional)
    const needed = [...Object.keys({ ...its.dependencies, ...its.optionalDependencies }), ...peers]
    entry.dependsOn = [...new Set(needed.flatMap((each) => visit(each, path)))].sort()
    return [ref]
  }
  const names = [...Object.keys({ ...dependencies, ...optionalDependencies }), ...bundled]
  const direct = new Set(names.flatMap((name) => visit(name, '')))

  // The same version may be installed in several folders.
  const unique = new Map([...found.values()].map((each) => [each.ref, { ...each, isDirect: direct.has(each.ref) }]))
  return [...unique.values()].sort((a, b) => (a.ref < b.ref ? -1 : 1))
}

/** Resolves a package as Node.js does: in node_modules of `from` or above. Undefined: optional, and missing from the lock file. */
function pathOf(packages, name, from) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const path = join(at, 'node_modules', name).replaceAll('\\', '/')
    if (path in packages) return path
    if (at === '') return undefined
  }
}

/** Licenses of packages whose package.json names none, read from their LICENSE files. */
const unnamed = { 'png-js@2.0.0': 'MIT' }

function fail(path) {
  throw new Error(
    `${path} names no license in package-lock.json: read its file LICENSE, and add it in scripts/shipped.mjs`,
  )
}

/** The names of packages that the code in these folders imports, without its tests. */
function importedBy(root, folders) {
  const names = new Set()
  for (const folder of folders)
    for (const file of readdirSync(join(root, folder), { recursive: true })) {
      if (!/\.(tsx?|css)$/.test(file) || /\.test\.|[\\/]testing[\\/]/.test(file)) continue
      const text = readFileSync(join(root, folder, file), 'utf8')
      for (const [, name] of text.matchAll(/(?:from|import|import\()\s*['"]((?:@[\w.-]+\/)?[\w.-]+)[^'"]*['"]/g))
        if (!name.startsWith('.')) names.add(name)
    }
  return [...names]
}
