// New contact of an investor: an existing contact or a new person.
import * as z from 'zod/mini'
import { Name } from '../../../contract/common.ts'
import { ContactRole } from '../../../contract/investors.ts'
import { issue } from '../../../contract/messages/issue.ts'

export type PersonValues = { is_new: boolean; id: string; name: string; phone: string; role: ContactRole }

/** A new person needs a name, unless an existing contact with the number is linked instead. */
export const PersonForm = z.pipe(
  z.transform((values: PersonValues): unknown => ({ ...values, is_new: values.is_new && values.id === '' })),
  z.discriminatedUnion('is_new', [
    z.object({ is_new: z.literal(true), name: Name, phone: z.string(), role: ContactRole }),
    z.object({
      is_new: z.literal(false),
      id: z.string().check(z.minLength(1, { error: issue('field.required') })),
      role: ContactRole,
    }),
  ]) as z.ZodMiniType<unknown, unknown>,
)
