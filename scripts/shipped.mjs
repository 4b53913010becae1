// The packages that a release contains: those that the server needs, and those that are bundled into the web app.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * By the lock file, so that the answer is the same on every platform: sorted, with what each depends on. npm's own `npm sbom` leaves
 * packages out that several others need (npm 11.19, November 2026).
 */
export function shippedPackages(root) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const { dependencies, optionalDependencies, devDependencies } = packages['']
  const bundled = importedBy(root, ['src/web', 'src/contract']).filter((name) => name in devDependencies)
  const found = new Map()

  /** Returns the name and version, unless the package is optional and not locked. */
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

  // The same version may be installed in several places.
  const unique = new Map([...found.values()].map((each) => [each.ref, { ...each, isDirect: direct.has(each.ref) }]))
  return [...unique.values()].sort((a, b) => (a.ref < b.ref ? -1 : 1))
}

/** Where a package is found from another one: beside it, or further up. Undefined for an optional one that is not locked. */
function pathOf(packages, name, from) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const path = join(at, 'node_modules', name).replaceAll('\\', '/')
    if (path in packages) return path
    if (at === '') return undefined
  }
}

/** Packages whose package.json names no license, as their file LICENSE says. */
const unnamed = { 'png-js@2.0.0': 'MIT' }

function fail(path) {
  throw new Error(
    `${path} names no license in package-lock.json: read its file LICENSE, and add it in scripts/shipped.mjs`,
  )
}

/** The names of packages that the code of these folders imports, without tests. */
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
