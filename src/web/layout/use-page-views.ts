// Reports route changes to the configured analytics service; without one it loads nothing.
import { useEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { type Analytics, analyticsMeta } from '../../contract/analytics.ts'
import { pageViews } from './page-views.ts'

export function usePageViews(path: string, title: string) {
  const { pathname } = useLocation()
  const isReplaced = useNavigationType() === 'REPLACE'
  useEffect(() => {
    // The effects of a page that redirects run first, so the address has changed by now.
    if (location.pathname === pathname) reportPageView?.({ pathname, path, title }, isReplaced)
  }, [pathname, path, title, isReplaced])
}

const setting = configured()
const reportPageView =
  setting &&
  pageViews({
    // A separate chunk, loaded only if a service is configured. A failed page view does not disturb the user.
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
