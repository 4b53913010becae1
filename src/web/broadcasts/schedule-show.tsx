// When a broadcast starts, in its time zone, and when it expires.
import type { Broadcast } from '../../contract/broadcasts.ts'
import { clockAt } from '../../contract/local-time.ts'
import { ago, dateTime } from '../lib/format.ts'
import { t } from '../lib/text.ts'
import { EstimateShow } from './estimate-show.tsx'
import { PreflightShow, usePreflight } from './preflight-show.tsx'
import styles from './schedule-show.module.css'
import { clockText } from './time-text.ts'

export function BeginShow({ broadcast }: { broadcast: Broadcast }) {
  const { send_at, send_on, time_zone, expires_at } = broadcast
  const zone = time_zone?.replaceAll('_', ' ') ?? ''
  const isMoved = send_at !== null && time_zone !== null && clockAt(Date.parse(send_at), time_zone) !== send_on
  return (
    <div className={styles.begin}>
      <p>
        {send_at && send_on && time_zone ? (
          <>
            <strong>
              <time dateTime={send_at}>
                {t('{time} in {zone}', { time: clockText(clockAt(Date.parse(send_at), time_zone)), zone })}
              </time>
            </strong>{' '}
            <span className={styles.quiet}>{ago(send_at)}</span>
          </>
        ) : (
          <strong>{t('Starts now')}</strong>
        )}
      </p>
      {isMoved && (
        <p className={styles.note}>
          {t('{time} does not exist there on that day because the clocks change.', { time: clockText(send_on!) })}
        </p>
      )}
      {expires_at && (
        <p className={styles.quiet}>
          {t('Recipients not sent to by {when} are skipped.', { when: dateTime(expires_at) })}
        </p>
      )}
    </div>
  )
}

/** For a scheduled broadcast. */
export function ScheduleShow({ broadcast }: { broadcast: Broadcast }) {
  const preflight = usePreflight(broadcast, true)
  return (
    <div className={styles.schedule}>
      <BeginShow broadcast={broadcast} />
      <div className={styles.part}>
        <p className={styles.label}>{t('If it started with the current contacts')}</p>
        <PreflightShow told={preflight.data} />
      </div>
      <div className={styles.part}>
        <EstimateShow estimate={preflight.data?.estimate} isLoading={!preflight.data} />
      </div>
    </div>
  )
}
