// Where page views go, as the server tells the web app in the page itself.
export interface Analytics {
  kind: 'ga4' | 'plausible' | 'umami' | 'post'
  /** Where the service is: its address, for `post` the whole of it. */
  url: string
  /** What the service calls this installation: a measurement id, a domain, a website id. */
  site: string
}

/** The name of the `<meta>` that holds it, as JSON. */
export const analyticsMeta = 'kabar-analytics'
