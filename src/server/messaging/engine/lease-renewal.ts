// Renews the leases of the sessions that this process owns, on a timer of its own, so that a slow tick delays no renewal.
import type { Database } from '../../platform/db/index.ts'
import { type Renewals, renewLeases, renewLocked, type Term } from './leases/queries.ts'

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
    // Not sessions acquired during the renewal: it did not include them.
    const owned = terms()
    if (owned.length > 0) {
      const locked = apply(owned, await renewLeases(database, ownerId, owned, leaseSeconds), requestedAt)
      if (!(await renewInTurn(locked))) return
    }
    renewedAt = requestedAt
  }

  /** Renews locked terms, one organization after the other. Returns false if some are left: then all are tried again soon. */
  async function renewInTurn(locked: readonly Term[]) {
    const endAt = performance.now() + renewMs / 4
    let isDone = true
    for (const id of new Set(locked.map(({ organization_id }) => organization_id))) {
      const ofOne = locked.filter(({ organization_id }) => organization_id === id)
      const requestedAt = performance.now()
      if (requestedAt > endAt) return false
      const still = apply(ofOne, await renewLocked(database, ownerId, ofOne, leaseSeconds), requestedAt)
      if (still.length > 0) isDone = false
    }
    return isDone
  }

  /** Reports each result, and returns the terms that are locked. */
  function apply(owned: readonly Term[], renewals: Renewals, requestedAt: number) {
    for (const term of owned) {
      const result = renewals.get(term.session_id)
      if (result === 'renewed') onRenewed(term, validUntil(requestedAt))
      else if (!result) onLost(term)
    }
    return owned.filter(({ session_id }) => renewals.get(session_id) === 'locked')
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
