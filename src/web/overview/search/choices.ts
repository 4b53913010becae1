// Choices of the search for an input: records by kind, actions, and links to continue if nothing was found.
import { IconAddressBook, IconArrowRight, IconUsers, type TablerIcon } from '@tabler/icons-react'
import type { FoundOfKind } from '../../../contract/search.ts'
import type { PermissionKey } from '../../platform/lib/permissions.ts'
import { t } from '../../platform/lib/text.ts'
import { type Action, firstActions, matchingActions } from './actions.ts'
import { kinds } from './kinds.ts'
import type { Recent } from './recent.ts'

export interface Choice {
  id: string
  title: string
  icon: TablerIcon
  path?: string | undefined
  run?: (() => void) | undefined
  permission?: PermissionKey | readonly PermissionKey[] | undefined
  keys?: readonly string[] | undefined
  record?: Recent
}

export interface ChoiceGroup {
  title: string
  choices: Choice[]
}

const maxActions = 6

interface SearchChoicesInput {
  q: string
  /** Undefined before the first request. */
  found: readonly FoundOfKind[] | undefined
  recent: readonly Recent[]
  pages: readonly Action[]
  /** Actions that the search offers besides opening pages. */
  commands: readonly Action[]
  /** Whether `found` belongs to `q`. */
  isFresh: boolean
  isAllowed: (choice: Choice) => boolean
}

export function choicesOf({ q, ...input }: SearchChoicesInput): ChoiceGroup[] {
  const groups = q === '' ? firstChoices(input) : matchingChoices(q, input)
  return groups
    .map(({ title, choices }) => ({ title, choices: choices.filter(input.isAllowed) }))
    .filter(({ choices }) => choices.length > 0)
}

function firstChoices({ recent, pages, commands }: Omit<SearchChoicesInput, 'q'>): ChoiceGroup[] {
  return [
    { title: t('Recently opened'), choices: recent.map(recordChoice) },
    { title: t('Actions'), choices: firstActions.map(actionChoice) },
    { title: t('Go to'), choices: pages.map(actionChoice) },
    { title: t('Settings'), choices: commands.map(actionChoice) },
  ]
}

function matchingChoices(
  q: string,
  { found = [], pages, commands, isFresh, isAllowed }: Omit<SearchChoicesInput, 'q'>,
): ChoiceGroup[] {
  const actions = matchingActions(pages, commands, q).map(actionChoice).filter(isAllowed)
  const records = found.map((group) => ofKind(group, q))
  return [
    ...records,
    { title: t('Actions'), choices: actions.slice(0, maxActions) },
    { title: t('Add'), choices: isFresh && records.length === 0 ? additions(q) : [] },
  ]
}

function ofKind({ kind, results, has_more }: FoundOfKind, q: string): ChoiceGroup {
  const { title, list } = kinds[kind]
  const more: Choice = {
    id: `more-${kind}`,
    title: t('All results for “{text}” in {list}', { text: q, list: t(title) }),
    path: `${list}?q=${encodeURIComponent(q)}`,
    icon: IconArrowRight,
  }
  const choices = results.map((record) => recordChoice({ ...record, kind }))
  return { title: t(title), choices: has_more && list ? [...choices, more] : choices }
}

function recordChoice(record: Recent): Choice {
  const { icon, pathOf } = kinds[record.kind]
  return { id: `${record.kind}-${record.id}`, title: record.name, path: pathOf(record.id), icon, record }
}

function actionChoice({ title, path, run, permission, icon, keys }: Action): Choice {
  return { id: `do-${(path ?? title).replace(/\W+/g, '-')}`, title: t(title), path, run, permission, icon, keys }
}

/** Actions to add a record with this name or number, if none has it. */
function additions(q: string): Choice[] {
  const isNumber = /^[\d\s().+\-/]{6,}$/.test(q)
  const value = encodeURIComponent(q)
  const contact: Choice = {
    id: 'add-contact',
    title: t('Add a contact “{text}”', { text: q }),
    path: `/contacts/add?${isNumber ? 'phone' : 'name'}=${value}`,
    icon: IconAddressBook,
  }
  const investor: Choice = {
    id: 'add-investor',
    title: t('Add an investor “{text}”', { text: q }),
    path: `/investors/add?name=${value}`,
    icon: IconUsers,
  }
  return isNumber ? [contact] : [contact, investor]
}
