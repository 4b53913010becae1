// Encrypts the secrets of webhooks: one that is copied to another webhook cannot be read there.
import { type Keys, seal, unseal } from '../../keys.ts'

const placeOf = (organization_id: string, id: string) => `${organization_id}|${id}`

export function sealSecret(keys: Keys, organization_id: string, id: string, secret: string): Buffer {
  return seal(keys('webhook'), placeOf(organization_id, id), secret)
}

/** Those that can be read, the present one first; none if the present one cannot. */
export function openSecrets(
  keys: Keys,
  { organization_id, webhook_id, secret, previous_secret }: StoredSecrets,
): string[] {
  const open = (sealed: Buffer | null) => {
    if (!sealed) return []
    try {
      return [unseal(keys('webhook'), placeOf(organization_id, webhook_id), sealed).toString()]
    } catch {
      return []
    }
  }
  const present = open(secret)
  return present.length > 0 ? [...present, ...open(previous_secret)] : []
}

interface StoredSecrets {
  organization_id: string
  webhook_id: string
  secret: Buffer
  previous_secret: Buffer | null
}
