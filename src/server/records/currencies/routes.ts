// Currencies and exchange rates over HTTP.
import { currencies, exchangeRates } from '../../../contract/currencies.ts'
import type { Config } from '../../config.ts'
import { orNotFound } from '../../errors.ts'
import { type Binding, route } from '../../platform/http/route.ts'
import * as queries from './queries.ts'
import * as service from './service.ts'

export function currencyRoutes(binding: Binding, { rateFeed }: Pick<Config, 'rateFeed'>) {
  const { now } = binding
  route(binding, currencies.list, ({ tenant, query }) => service.list(tenant, query, now()))
  route(binding, currencies.get, async ({ tenant, params }) =>
    orNotFound(await queries.get(tenant, params.code, now())),
  )
  route(binding, currencies.enable, ({ tenant, body }) => service.enable(tenant, body.code, now()))
  route(binding, currencies.disable, ({ tenant, params }) => service.disable(tenant, params.code, now()))
  route(binding, exchangeRates.list, ({ tenant, query }) => service.listRates(tenant, query))
  route(binding, exchangeRates.create, ({ tenant, body }) => service.createRate(tenant, body))
  route(binding, exchangeRates.convert, ({ tenant, query }) => queries.convert(tenant, query, now()))
  route(binding, exchangeRates.missing, ({ tenant }) => queries.missing(tenant, now()))
  route(binding, exchangeRates.feed, ({ tenant }) => service.feed(tenant, rateFeed?.name))
  route(binding, exchangeRates.previewImport, ({ tenant, body }) => service.previewImport(tenant, body))
  route(binding, exchangeRates.import, ({ tenant, body }) => service.importRates(tenant, body))
  route(binding, exchangeRates.get, async ({ tenant, params }) => orNotFound(await queries.getRate(tenant, params.id)))
  route(binding, exchangeRates.update, ({ tenant, params, body }) => service.updateRate(tenant, params.id, body))
  route(binding, exchangeRates.remove, ({ tenant, params }) => service.removeRate(tenant, params.id))
}
