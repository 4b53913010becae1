// A page with several forms is left only if none of them blocks.
import { UNSAFE_createMemoryHistory as createMemoryHistory } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { guardDepartures, guarded } from './guarded-router.tsx'

type History = Parameters<typeof guarded>[0]

const posts: (() => void)[] = []
afterEach(() => {
  for (const leave of posts.splice(0)) leave()
})

function form() {
  const state = { isUnsaved: false, proceed: () => {}, leave: () => {} }
  state.leave = guardDepartures(({ proceed }) => {
    state.proceed = proceed
    return state.isUnsaved
  })
  posts.push(state.leave)
  return state
}

const start = () => guarded(createMemoryHistory({ initialEntries: ['/here'] }) as unknown as History)

test('a guard that allows navigation does not override one that blocks it', () => {
  const history = start()
  const composer = form()
  composer.isUnsaved = true
  const edit = form()
  history.push('/there')
  expect(history.location.pathname).toBe('/here')
  edit.leave()
  history.push('/there')
  expect(history.location.pathname).toBe('/here')
})

test('the user confirms once, however many forms block', () => {
  const history = start()
  const some = [form(), form()]
  for (const one of some) one.isUnsaved = true
  history.push('/there')
  some[0]!.proceed()
  expect(history.location.pathname).toBe('/there')
})

test('without unsaved changes nothing blocks', () => {
  const history = start()
  form()
  history.replace('/there')
  expect(history.location.pathname).toBe('/there')
})
