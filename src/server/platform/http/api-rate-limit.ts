// API rate limit (throttling): one token bucket per user or API token, and per organization.
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
/** A user may sustain 50 reads or 6 writes a second, with bursts of 1,000 reads or 125 writes. An API token has half of that. */
const bucketRates: Record<'user' | 'api_token' | 'organization', Rule> = {
  user: { burst: 1_000, perSecond: 50 },
  api_token: { burst: 500, perSecond: 25 },
  organization: { burst: 4_000, perSecond: 200 },
}
/** Beyond it the least recently used bucket is evicted; an evicted bucket starts full again. */
const maxBuckets = 20_000

interface Limited {
  user_id: string
  token_id?: string | undefined
  organization_id: string
}

export type ApiRateLimiter = (caller: Limited, isWrite: boolean) => void

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

  /** Programs must not slow down their member's pages. All tokens of a member share a second budget of the same size. */
  function rulesOf({ user_id, token_id, organization_id }: Limited): [key: string, rule: Rule][] {
    const organization: [string, Rule] = [organization_id, bucketRates.organization]
    if (token_id === undefined) return [[user_id, bucketRates.user], organization]
    return [[token_id, bucketRates.api_token], [`programs of ${user_id}`, bucketRates.user], organization]
  }

  return (caller, isWrite) => {
    const cost = isWrite ? writeCost : 1
    const charged = rulesOf(caller).map(([key, rule]) => ({ bucket: bucketOf(key, rule), perSecond: rule.perSecond }))
    const missing = Math.max(...charged.map(({ bucket, perSecond }) => (cost - bucket.tokens) / perSecond))
    if (missing > 0) {
      const retryAfterSeconds = Math.max(1, Math.ceil(missing))
      throw new AppError('too_many_requests', message('rate_limit.requests'), {
        retryAfterSeconds,
      })
    }
    for (const { bucket } of charged) bucket.tokens -= cost
  }
}
