// API rate limit (throttling): one token bucket per user and per organization.
import { message } from '../../../contract/messages/message.ts'
import { AppError } from '../../errors.ts'

interface Bucket {
  tokens: number
  at: number
}

interface Rule {
  /** Tokens in a full bucket. */
  burst: number
  perSecond: number
}

/** A write takes locks and inserts rows: it costs as much as eight reads. */
const writeCost = 8
/** For a user: 50 reads or 6 writes a second sustained, and bursts of 1,000 reads or 125 writes. */
const bucketRates: Record<'user' | 'organization', Rule> = {
  user: { burst: 1_000, perSecond: 50 },
  organization: { burst: 4_000, perSecond: 200 },
}
/** Beyond it the least recently used bucket is evicted; an evicted bucket starts full again. */
const maxBuckets = 20_000

export type ApiRateLimiter = (caller: { user_id: string; organization_id: string }, isWrite: boolean) => void

/** Throws `too_many_requests` if a bucket is empty. `now` in milliseconds. */
export function apiRateLimiter(now: () => number): ApiRateLimiter {
  const buckets = new Map<string, Bucket>()

  function bucketOf(key: string, { burst, perSecond }: Rule): Bucket {
    const bucket = buckets.get(key) ?? { tokens: burst, at: now() }
    bucket.tokens = Math.min(burst, bucket.tokens + ((now() - bucket.at) / 1_000) * perSecond)
    bucket.at = now()
    // Moves it to the end: the first entry of the map is the least recently used.
    buckets.delete(key)
    buckets.set(key, bucket)
    if (buckets.size > maxBuckets) buckets.delete(buckets.keys().next().value!)
    return bucket
  }

  return ({ user_id, organization_id }, isWrite) => {
    const cost = isWrite ? writeCost : 1
    const user = bucketOf(user_id, bucketRates.user)
    const organization = bucketOf(organization_id, bucketRates.organization)
    const missing = Math.max(
      (cost - user.tokens) / bucketRates.user.perSecond,
      (cost - organization.tokens) / bucketRates.organization.perSecond,
    )
    if (missing > 0) {
      const retryAfterSeconds = Math.max(1, Math.ceil(missing))
      throw new AppError('too_many_requests', message('rate_limit.requests'), {
        retryAfterSeconds,
      })
    }
    user.tokens -= cost
    organization.tokens -= cost
  }
}
