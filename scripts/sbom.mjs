// Writes the software bill of materials (SBOM, CycloneDX) of what a release contains.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { shippedPackages } from './shipped.mjs'

export function writeSbom(root, file) {
  const { name, version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const packages = shippedPackages(root)
  const own = { type: 'application', ...identity({ name, version, license }) }
  const sbom = {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: own },
    components: packages.map(({ integrity, resolved, ...each }) => ({
      type: 'library',
      ...identity(each),
      scope: 'required',
      hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex') }],
      externalReferences: [{ type: 'distribution', url: resolved }],
    })),
    dependencies: [
      { ref: own['bom-ref'], dependsOn: packages.filter(({ isDirect }) => isDirect).map(({ ref }) => ref) },
      ...packages.map(({ ref, dependsOn }) => ({ ref, dependsOn })),
    ],
  }
  writeFileSync(file, `${JSON.stringify(sbom, null, 2)}\n`)
}

const identity = ({ name, version, license }) => ({
  'bom-ref': `${name}@${version}`,
  name,
  version,
  purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
  licenses: [licenseOf(license)],
})

/** A license as CycloneDX wants it: SPDX identifier, SPDX expression, or free text. */
function licenseOf(text) {
  if (/^[\w.+-]+$/.test(text)) return { license: { id: text } }
  return / (AND|OR) /.test(text) ? { expression: text } : { license: { name: text } }
}
