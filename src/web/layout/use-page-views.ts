// Tells the configured analytics service of every route change; without one it asks and loads nothing.
import { useEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { type Analytics, analyticsMeta } from '../../contract/analytics.ts'
import { pageViews } from './page-views.ts'

export function usePageViews(path: string, title: string) {
  const { pathname } = useLocation()
  const isReplaced = useNavigationType() === 'REPLACE'
  useEffect(() => {
    // A page that redirects has left the address by now: its effects run before these, however busy the machine is.
    if (location.pathname === pathname) told?.({ pathname, path, title }, isReplaced)
  }, [pathname, path, title, isReplaced])
}

const setting = configured()
const told =
  setting &&
  pageViews({
    // A chunk of its own, for those who have a service. A view that is lost is no trouble of the visitor's.
    send: (view) => void import('./analytics.ts').then(({ report }) => report(setting, view)).catch(() => undefined),
    later: (work, ms) => {
      const timer = setTimeout(work, ms)
      return () => clearTimeout(timer)
    },
    referrer: document.referrer,
    origin: location.origin,
  })

function configured(): Analytics | undefined {
  const text = document.querySelector<HTMLMetaElement>(`meta[name="${analyticsMeta}"]`)?.content
  return text ? JSON.parse(text) : undefined
}
