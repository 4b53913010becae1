// What a configured analytics service changes about the pages: how they know it, and whom they may call.
import { type Analytics, analyticsMeta } from '../../contract/analytics.ts'

/** Additions to the policy of the pages; none without a service. */
export function analyticsSources(analytics: Analytics | undefined) {
  if (!analytics) return { scripts: [], calls: [], images: [] }
  const { origin } = new URL(analytics.url)
  if (analytics.kind !== 'ga4') return { scripts: [], calls: [origin], images: [] }
  // As Google's guide to content security policies lists them.
  const google = ['https://*.google-analytics.com', 'https://*.analytics.google.com', 'https://*.googletagmanager.com']
  return { scripts: [origin], calls: [origin, ...google], images: google }
}

/** In the page itself: asking for it would be one more request before the first page is drawn. */
export function withAnalytics(html: string, analytics: Analytics): string {
  const content = JSON.stringify(analytics).replace(/[&"<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  return html.replace('</head>', () => `<meta name="${analyticsMeta}" content="${content}" /></head>`)
}
