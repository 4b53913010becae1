// Parsing of admin commands, and the errors of invalid ones.
import { expect, test } from 'vitest'
import { parseCommand } from './command.ts'

test.each([
  ['premium set a@b.co 2027-01-31', { name: 'premium set', email: 'a@b.co', until: '2027-01-31' }],
  ['premium set a@b.co none', { name: 'premium set', email: 'a@b.co', until: null }],
  ['quota show a@b.co', { name: 'quota show', email: 'a@b.co' }],
  ['quota set a@b.co records 500', { name: 'quota set', email: 'a@b.co', kind: 'records', limit: 500 }],
  ['quota set a@b.co storage 10', { name: 'quota set', email: 'a@b.co', kind: 'storage', limit: 10_485_760 }],
  ['quota set a@b.co uploads default', { name: 'quota set', email: 'a@b.co', kind: 'uploads', limit: null }],
  ['quota set a@b.co contacts 5', /"contacts" is not a quota\. Use records, storage, uploads, exports\./],
  ['quota set a@b.co records -1', /"-1" is not a whole number/],
  ['user list', { name: 'user list' }],
  ['user disable a@b.co', { name: 'user disable', email: 'a@b.co' }],
  ['user enable a@b.co', { name: 'user enable', email: 'a@b.co' }],
  ['user reset-link a@b.co', { name: 'user reset-link', email: 'a@b.co' }],
  ['backup', { name: 'backup', to: null }],
  ['backup --to /mnt/backups', { name: 'backup', to: '/mnt/backups' }],
  ['backup /mnt/backups', /"backup" takes no arguments, not 1\./],
  ['backup --to', /"backup": Option '--to <value>' argument missing/],
  ['backup --into x', /"backup": Unknown option '--into'/],
  ['restore a.gz', { name: 'restore', file: 'a.gz', replaces: false, without_secret: false }],
  ['restore a.gz --replace --without-secret', { name: 'restore', file: 'a.gz', replaces: true, without_secret: true }],
  ['restore', /"restore" takes 1 argument, not 0\./],
  ['release', { name: 'release' }],
  ['rotate-secret', { name: 'rotate-secret' }],
  ['export-org a@b.co --to x.zip', { name: 'export-org', email: 'a@b.co', to: 'x.zip' }],
  ['export-org', /"export-org" takes 1 argument, not 0\./],
  ['doctor --json', { name: 'doctor', is_json: true }],
  ['user reset-second-factor a@b.co', { name: 'user reset-second-factor', email: 'a@b.co' }],
  ['--help', { name: 'help' }],
  ['', /No command given/],
  ['user', /Unknown command "user"/],
  ['user remove a@b.co', /Unknown command "user remove"/],
  ['constructor', /Unknown command "constructor"/],
  ['user list everybody', /takes no arguments, not 1/],
  ['user reset-link', /takes 1 argument, not 0/],
  ['user disable', /takes 1 argument, not 0/],
  ['premium set a@b.co', /takes 2 arguments, not 1/],
  ['premium set a@b.co 2027-02-29', /"2027-02-29" is not a date/],
  ['premium set a@b.co 31.01.2027', /is not a date/],
  ['premium set a@b.co tomorrow', /is not a date/],
])('%s', (line, expected) => {
  const command = parseCommand(line.split(' ').filter(Boolean))
  if (expected instanceof RegExp) expect(command).toMatch(expected)
  else expect(command).toEqual(expected)
})
