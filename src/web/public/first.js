// Runs before the app loads. A file of its own, because the content security policy forbids inline scripts.
// Sets the color scheme before the first paint.
;(() => {
  let chosen = 'auto'
  try {
    chosen = localStorage.getItem('mantine-color-scheme-value') || 'auto'
  } catch {}
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()

// Preloads API responses while the app loads: those of pages whose request depends only on their path, and those of the
// banner above every page, which would shift the page if it came later. `api.ts` uses the responses.
;(() => {
  const pages = ['/home', '/dashboard', '/investors', '/investments', '/contacts', '/templates', '/broadcasts']
  if (location.search || !pages.includes(location.pathname)) return
  try {
    const token = localStorage.getItem('access_token')
    if (!token) return
    const answers = new Map()
    const arrived = new Map()
    for (const path of [location.pathname, '/user/profile', '/sample-data', '/replies/unanswered']) {
      const url = `/api/v1${path}`
      const answer = fetch(url, { headers: { authorization: `Bearer ${token}` } }).then(async (response) => ({
        status: response.status,
        text: await response.text(),
      }))
      answers.set(url, answer)
      answer
        .then(({ status, text }) => {
          if (status === 200 && answers.has(url)) arrived.set(url, JSON.parse(text))
        })
        // The code that uses the response handles the error.
        .catch(() => undefined)
    }
    window.asked = { token, answers, arrived }
  } catch {}
})()
