// `npm run release 0.3.0`: gives the changes listed under "Unreleased" in CHANGELOG.md a version, and commits and tags it.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).trim()
const [version = ''] = process.argv.slice(2)
const { version: present } = readJson('package.json')

if (!/^\d+\.\d+\.\d+$/.test(version)) refuse('Name the version: npm run release 0.3.0')
if (!isNewer(version, present)) refuse(`${version} must be newer than ${present}.`)
if (git('status', '--porcelain') !== '') refuse('Commit or undo your changes first.')
if (git('tag', '--list', `v${version}`) !== '') refuse(`The tag v${version} exists already.`)
const changelog = readFileSync('CHANGELOG.md', 'utf8')
const [, changes] = /^## Unreleased\n([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(changelog) ?? []
if (!changes?.trim()) refuse('CHANGELOG.md lists nothing under "Unreleased".')

const day = new Date().toISOString().slice(0, 10)
writeFileSync('CHANGELOG.md', changelog.replace(/^## Unreleased\n/m, `## Unreleased\n\n## ${version} (${day})\n`))
for (const file of ['package.json', 'package-lock.json']) {
  const content = readJson(file)
  content.version = version
  if (content.packages) content.packages[''].version = version
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`)
}
git('commit', '--quiet', '--all', '--message', `Release ${version}`)
git('tag', '--annotate', `v${version}`, '--message', `Kabar ${version}`)
console.log(`Released ${version}. Publish it: git push --follow-tags`)

function isNewer(next, before) {
  const [a, b] = [next, before].map((text) => text.split('.').map(Number))
  const different = a.findIndex((part, index) => part !== b[index])
  return different >= 0 && a[different] > b[different]
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}

function refuse(reason) {
  console.error(reason)
  process.exit(1)
}
