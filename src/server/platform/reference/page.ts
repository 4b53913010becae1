// The API reference page: Swagger UI from our own origin, without inline scripts.

export const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference · Kabar</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
<link rel="stylesheet" href="/api/docs/style.css">
</head>
<body>
<header><a href="/">Kabar</a> <span>API reference</span> <a href="/api/openapi.json" download="kabar-openapi.json">OpenAPI document</a></header>
<main id="reference" aria-label="API reference"><noscript>This page needs JavaScript. <a href="/api/openapi.json">The document</a> does not.</noscript></main>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/setup.js"></script>
</body>
</html>
`

/** `dark-mode` is Swagger UI's class name. Uses the scheme chosen in the app, else the system's. */
export const setUp = `const dark = matchMedia('(prefers-color-scheme: dark)')
function look() {
  const chosen = localStorage.getItem('mantine-color-scheme-value')
  const isDark = chosen === 'dark' || (chosen !== 'light' && dark.matches)
  document.documentElement.classList.toggle('dark-mode', isDark)
}
look()
dark.addEventListener('change', look)
SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  defaultModelsExpandDepth: -1,
  tagsSorter: 'alpha',
  validatorUrl: null,
  layout: 'BaseLayout',
})
`

export const style = `:root { color-scheme: light }
:root.dark-mode { color-scheme: dark }
body { margin: 0; background: #f6f7f8; font-family: system-ui, sans-serif }
.dark-mode body { background: #101418; color: #e4e7ea }
header { display: flex; gap: 0.75rem; align-items: baseline; padding: 0.875rem 1.25rem; border-bottom: 1px solid #d5d9de; background: #fff }
.dark-mode header { border-color: #333b44; background: #1b2127 }
header a { color: #0b6580; font-weight: 600 }
.dark-mode header a { color: #79bcd2 }
header a:last-child { margin-inline-start: auto; font-weight: 400 }
noscript { display: block; padding: 2rem }
.swagger-ui .wrapper { max-width: 75rem }
.swagger-ui .info { margin: 1.5rem 0 }
:root .swagger-ui.swagger-ui .info :is(p, li) { max-width: 75ch; font-size: 0.875rem; line-height: 1.6 }
:root .swagger-ui.swagger-ui :is(.markdown, .renderedMarkdown) code { padding: 0.0625rem 0.25rem; color: inherit; font-weight: 500; overflow-wrap: anywhere }
:root .swagger-ui.swagger-ui { font-family: inherit }
:root .swagger-ui.swagger-ui :not(code, code *, pre, pre *, .model *, .opblock-summary-path, .opblock-summary-path *, .parameter__type, .parameter__in, .auth-container code) { font-family: inherit }
:root .swagger-ui.swagger-ui .scheme-container { margin: 0 0 1rem; padding: 0; background: none; box-shadow: none }
:root .swagger-ui.swagger-ui .btn.authorize { border-color: #0b6580; color: #0b6580 }
:root .swagger-ui.swagger-ui .btn.authorize svg { fill: currentcolor }
:root.dark-mode .swagger-ui.swagger-ui .btn.authorize { border-color: #79bcd2; color: #79bcd2 }
/* There is only one server, one media type per response, and no links. */
.swagger-ui :is(.schemes-server-container, .response-control-media-type, .response-col_links) { display: none }
@media (max-width: 40em) {
  .swagger-ui .opblock-body :is(.table-container, .opblock-description-wrapper, .body-param__example-section) { padding: 0.5rem }
  .swagger-ui .opblock .opblock-section-header { padding: 0.5rem }
  .swagger-ui table.responses-table > :is(tbody, thead) > tr { display: grid; padding-block: 0.5rem }
  .swagger-ui table.responses-table > tbody > tr > td { padding: 0.125rem 0; min-width: 0 }
  .swagger-ui table.responses-table > thead { display: none }
  .swagger-ui .response-col_status { font-weight: 600 }
  .swagger-ui .opblock .opblock-summary-description { flex: 1 1 100% }
}
`
