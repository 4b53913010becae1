// Keeps the app for times without a network: its page, and each of its files once it was loaded. Never data: requests of the API
// are not answered here. Shows notifications, and opens their page.
const files = 'files-1'

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(files)
      .then((cache) => cache.add('/'))
      .then(() => self.skipWaiting()),
  )
})
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin || pathname.startsWith('/api/')) return
  if (request.mode === 'navigate') event.respondWith(page(request))
  // The name of such a file contains a digest of its content.
  else if (pathname.startsWith('/assets/')) event.respondWith(file(request))
})

self.addEventListener('push', (event) => {
  const { title, path, topic } = event.data.json()
  const options = { icon: '/icon-192.png', tag: topic, renotify: true, data: path }
  event.waitUntil(self.registration.showNotification(title, options))
})
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const url = new URL(event.notification.data, location.origin)
  if (url.origin === location.origin) event.waitUntil(openPage(url.href))
})

/** A new window, unless the page is open in one: in others, somebody may be typing. */
async function openPage(url) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const present = windows.find((client) => client.url === url)
  return present ? await present.focus() : await self.clients.openWindow(url)
}

/** Every path has the same page. A new version is taken whenever there is a network. */
async function page(request) {
  const cache = await caches.open(files)
  try {
    const response = await fetch(request)
    const isPage = response.headers.get('content-type')?.startsWith('text/html')
    if (response.ok && isPage) await keepPage(cache, response.clone())
    return response
  } catch (error) {
    const kept = await cache.match('/')
    if (kept) return kept
    throw error
  }
}

/** Files of earlier versions are dropped with the first page of a new one. */
async function keepPage(cache, response) {
  const before = await (await cache.match('/'))?.text()
  const after = await response.clone().text()
  if (before === after) return
  for (const request of await cache.keys())
    if (!after.includes(new URL(request.url).pathname)) await cache.delete(request)
  await cache.put('/', response)
}

async function file(request) {
  const cache = await caches.open(files)
  const kept = await cache.match(request)
  if (kept) return kept
  const response = await fetch(request)
  if (response.ok) await cache.put(request, response.clone())
  return response
}
