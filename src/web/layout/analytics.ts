// Reports page views to each supported analytics service.
import type { Analytics } from '../../contract/analytics.ts'
import type { PageView } from './page-views.ts'

/** URL of a page view: Kabar's origin, and the route pattern instead of the path. */
interface PageLocation {
  origin: string
  hostname: string
}

export async function report(analytics: Analytics, view: PageView, place: PageLocation = location): Promise<void> {
  if (analytics.kind === 'ga4') return byGoogle(analytics, view, place)
  const { url, type = 'application/json', body } = requestOf[analytics.kind](analytics, view, place)
  await fetch(url, {
    method: 'POST',
    headers: { 'content-type': type },
    body: JSON.stringify(body),
    credentials: 'omit',
    // The browser's referrer would be the address with its ids.
    referrerPolicy: 'no-referrer',
    keepalive: true,
  })
}

type AnalyticsRequest = { url: string; type?: string; body: object }

const requestOf: Record<
  'plausible' | 'umami' | 'post',
  (a: Analytics, view: PageView, place: PageLocation) => AnalyticsRequest
> = {
  // As text/plain, like Plausible's own script: no preflight.
  plausible: ({ url, site }, { path, referrer }, place) => ({
    url: `${url}/api/event`,
    type: 'text/plain',
    body: { domain: site, name: 'pageview', url: place.origin + path, referrer: absolute(referrer, place) },
  }),
  umami: ({ url, site }, { path, title, referrer }, place) => ({
    url: `${url}/api/send`,
    body: { type: 'event', payload: { website: site, hostname: place.hostname, url: path, title, referrer } },
  }),
  post: ({ url, site }, { path, title, referrer }) => ({ url, body: { site, path, title, referrer } }),
}

type Google = { dataLayer?: unknown[] }

/** Google's script reads the address itself unless another one is configured. */
function byGoogle({ url, site }: Analytics, { path, title, referrer }: PageView, place: PageLocation) {
  const { dataLayer } = window as Google
  const shown = {
    page_location: place.origin + path,
    page_title: title,
    page_referrer: absolute(referrer, place),
  }
  if (!dataLayer) {
    gtag('js', new Date())
    gtag('set', shown)
    gtag('config', site, {
      send_page_view: false,
      allow_google_signals: false,
      allow_ad_personalization_signals: false,
    })
    const script = document.createElement('script')
    script.async = true
    script.src = `${url}/gtag/js?id=${encodeURIComponent(site)}`
    document.head.append(script)
  }
  gtag('set', shown)
  gtag('event', 'page_view', shown)
}

/** Google's script accepts only `arguments` objects in its queue, no arrays. */
function gtag(..._: unknown[]) {
  const google = window as Google
  google.dataLayer ??= []
  // biome-ignore lint/complexity/noArguments: see above
  google.dataLayer.push(arguments)
}

const absolute = (referrer: string, { origin }: PageLocation) =>
  referrer.startsWith('/') ? origin + referrer : referrer
