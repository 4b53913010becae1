// Custom fields in bulk changes, where a value is named `custom.tier` among the other values of a record.
import type { CustomRecord } from '../../../contract/custom-fields.ts'
import type { CustomInput, CustomValue } from '../../../contract/custom-values.ts'
import { type Message, message } from '../../../contract/messages/message.ts'
import { AppError } from '../../errors.ts'
import type { FieldValues, ManyRecords } from '../../platform/db/records.ts'
import { checkManyCustom, requireAmountsFor } from './checking.ts'

const prefix = 'custom.'
const isCustom = (name: string) => name.startsWith(prefix)

/** Moves the values of custom fields into `custom`, by key. */
function split(values: FieldValues): { own: FieldValues; custom: CustomInput } {
  const all = Object.entries(values)
  return {
    own: Object.fromEntries(all.filter(([name]) => !isCustom(name))),
    custom: Object.fromEntries(
      all
        .filter(([name]) => isCustom(name))
        .map(([name, value]) => [name.slice(prefix.length), (value ?? null) as CustomValue | null]),
    ),
  }
}

/** The reverse of `split`: names the values of custom fields `custom.tier` again. */
const flat = ({ custom = {}, ...own }: FieldValues & { custom?: CustomInput }): FieldValues => ({
  ...own,
  ...Object.fromEntries(Object.entries(custom).map(([key, value]) => [prefix + key, value])),
})

/**
 * Adds custom fields to the bulk changes of a kind of record. The `lock` of `own` returns the stored values as `custom`; its
 * `write` gets all values to store.
 */
export function manyWithCustom(record: CustomRecord, own: ManyRecords): ManyRecords {
  return {
    ...own,

    complete: async (tenant, { custom: given, ...values }) => {
      await requireAmountsFor(tenant, record, (given ?? {}) as CustomInput)
      const [checked] = await checkManyCustom(tenant, record, [given as CustomInput | undefined])
      const { values: custom, faults } = checked!
      if (faults.length > 0)
        throw new AppError('invalid_request', undefined, {
          fields: faults.map((fault) => ({ ...fault, path: `change.values.${fault.path}` })),
        })
      return flat({ ...(await own.complete(tenant, values)), custom })
    },

    /** Locks the fields before the records: docs/decisions/0007-order-of-locks.md. */
    lock: async (tenant, ids, next) => {
      await checkManyCustom(
        tenant,
        record,
        next.map((values) => split(values).custom),
      )
      const locked = await own.lock(
        tenant,
        ids,
        next.map((values) => split(values).own),
      )
      return locked.map(({ values, ...rest }) => ({ ...rest, values: flat(values) }))
    },

    // Checks again, because a field or choice may have been deleted before the worker or an undo writes the values.
    write: async (tenant, records) => {
      const changes = records.map((each) => ({ ...each, next: split(each.values) }))
      const checked = await checkManyCustom(
        tenant,
        record,
        changes.map(({ next }) => next.custom),
      )
      const refused = new Map<string, Message>()
      for (const [index, { id }] of records.entries())
        if (checked[index]!.faults.length > 0) refused.set(id, message('bulk.custom_field_changed'))
      const written = changes.filter(({ id }) => !refused.has(id))
      const others = await own.write(
        tenant,
        written.map(({ id, before, next }) => ({
          id,
          before,
          values:
            Object.keys(next.custom).length > 0
              ? { ...next.own, custom: merged(split(before).custom, next.custom) }
              : next.own,
        })),
      )
      return new Map([...refused, ...others])
    },
  }
}

const merged = (before: CustomInput, change: CustomInput): CustomInput =>
  Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => value !== null))
