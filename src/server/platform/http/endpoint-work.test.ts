// Every endpoint is listed in `src/server/test/endpoint-work.ts`.

import { expect, test } from 'vitest'
import { endpoints } from '../../../contract/endpoints.ts'
import { bounded, computing } from '../../test/endpoint-work.ts'

test('every endpoint is in exactly one of the two lists', () => {
  const others = Object.entries(bounded).flatMap(([feature, list]) =>
    list.split(' ').map((name) => `${feature}.${name}`),
  )
  const listed: string[] = [...computing, ...others]
  const names = endpoints.map(({ name }) => name)
  expect(listed.filter((name, index) => listed.indexOf(name) < index)).toEqual([])
  expect(names.filter((name) => !listed.includes(name))).toEqual([])
  expect(listed.filter((name) => !names.includes(name))).toEqual([])
})
