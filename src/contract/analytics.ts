// The analytics service for page views, as the server embeds it in the page.
export interface Analytics {
  kind: 'ga4' | 'plausible' | 'umami' | 'post'
  /** The address of the service; for `post` the full URL. */
  url: string
  /** How the service identifies this installation: a measurement id, a domain, a website id. */
  site: string
}

/** The name of the `<meta>` element that contains it, as JSON. */
export const analyticsMeta = 'kabar-analytics'
