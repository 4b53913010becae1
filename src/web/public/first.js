// What cannot wait for the app. A file of its own: the page's policy allows no inline script.
// The colour scheme, before anything is painted.
;(() => {
  let chosen = 'auto'
  try {
    chosen = localStorage.getItem('mantine-color-scheme-value') || 'auto'
  } catch {}
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()

// The first questions, while the app is still on the way: of the pages whose question is called as they are, and of what
// stands above every page, which would push it down if it came later. `api.ts` takes the answers.
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
        // Whoever takes it hears of it.
        .catch(() => undefined)
    }
    window.asked = { token, answers, arrived }
  } catch {}
})()
