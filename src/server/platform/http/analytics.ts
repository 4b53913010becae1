// Adds the configured analytics service to the pages: its settings, and its origins in the content security policy.
import { type Analytics, analyticsMeta } from '../../../contract/analytics.ts'

/** Additions to the pages' content security policy; none without a service. */
export function analyticsSources(analytics: Analytics | undefined) {
  if (!analytics) return { scripts: [], calls: [], images: [] }
  const { origin } = new URL(analytics.url)
  if (analytics.kind !== 'ga4') return { scripts: [], calls: [origin], images: [] }
  // As listed in Google's guide to content security policies.
  const google = ['https://*.google-analytics.com', 'https://*.analytics.google.com', 'https://*.googletagmanager.com']
  return { scripts: [origin], calls: [origin, ...google], images: google }
}

/** Inlined in the page: fetching it would be one more request before the first paint. */
export function withAnalytics(html: string, analytics: Analytics): string {
  const content = JSON.stringify(analytics).replace(/[&"<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  return html.replace('</head>', () => `<meta name="${analyticsMeta}" content="${content}" /></head>`)
}
