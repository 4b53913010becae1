// Renews the leases of the sessions that this process owns, on a timer of its own, so that a slow tick delays no renewal.
import type { Database } from '../../platform/db/index.ts'
import { renewLeases, type Term } from './leases/queries.ts'

export interface LeaseRenewal {
  /** Until when to trust a lease requested at this moment; both as `performance.now()`. */
  validUntil(requestedAt: number): number
  /** Renews all leases, unless they were renewed recently. */
  renewIfDue(): Promise<void>
  /** Renews all leases, even if they were renewed recently. */
  renewNow(): Promise<void>
  stop(): void
}

export interface LeaseRenewalOptions {
  database: Database
  ownerId: string
  leaseSeconds: number
  /** The terms of the sessions owned now. */
  terms: () => Term[]
  /** The lease was renewed, and can be trusted until `validUntil`. */
  onRenewed: (term: Term, validUntil: number) => void
  /** The lease was not renewed: another process has acquired it. */
  onLost: (term: Term) => void
}

/** A third of the lease, so that two renewals in a row may fail. */
export const renewalMs = (leaseSeconds: number) => (leaseSeconds * 1_000) / 3

export function startLeaseRenewal(options: LeaseRenewalOptions): LeaseRenewal {
  const { database, ownerId, leaseSeconds, terms, onRenewed, onLost } = options
  const renewMs = renewalMs(leaseSeconds)
  /** Trust ends this long before the lease, so that a slow renewal never extends it. */
  const marginMs = (leaseSeconds * 1_000) / 6
  const validUntil = (requestedAt: number) => requestedAt + leaseSeconds * 1_000 - marginMs
  let renewedAt = 0
  let renewing: Promise<void> | undefined
  // The next tick retries a failed renewal and logs the error.
  const timer = setInterval(() => void renewIfDue().catch(() => {}), renewMs / 4).unref()

  async function renewIfDue() {
    if (performance.now() - renewedAt <= renewMs) return
    renewing ??= renew().finally(() => {
      renewing = undefined
    })
    await renewing
  }

  async function renew() {
    const requestedAt = performance.now()
    const owned = terms()
    const ours = owned.length > 0 ? await renewLeases(database, ownerId, owned, leaseSeconds) : new Set()
    // Not sessions acquired during the renewal: it did not include them.
    for (const term of owned) {
      if (ours.has(term.session_id)) onRenewed(term, validUntil(requestedAt))
      else onLost(term)
    }
    renewedAt = requestedAt
  }

  return {
    validUntil,
    renewIfDue,
    renewNow: async () => {
      renewedAt = Number.NEGATIVE_INFINITY
      await renewIfDue()
    },
    stop: () => clearInterval(timer),
  }
}
