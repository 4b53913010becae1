// Every endpoint of the contract, with its name: `contacts.create`.
import type { Endpoint } from './endpoint.ts'
import * as contract from './index.ts'

export const endpoints: readonly { name: string; endpoint: Endpoint }[] = Object.values(contract)
  .flatMap((file) => Object.entries(file as Record<string, unknown>))
  .flatMap(([feature, group]) =>
    Object.entries(isObject(group) ? group : {}).flatMap(([name, value]) =>
      isEndpoint(value) ? [{ name: `${feature}.${name}`, endpoint: value }] : [],
    ),
  )

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function isEndpoint(value: unknown): value is Endpoint {
  return isObject(value) && 'method' in value && 'path' in value && 'access' in value
}
