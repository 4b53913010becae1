// Kabar as an installed app: what a browser needs to install it, and what it shows without a network.
import { expect, test } from './test.ts'
import { keepTokens, signUp } from './visitor.ts'

test.use({ serviceWorkers: 'allow' })

test('a browser can install Kabar, and offline it opens and says so', { tag: '@slow' }, async ({ page, kabar }) => {
  const manifest = await (await fetch(`${kabar.address}/manifest.webmanifest`)).json()
  expect(manifest).toMatchObject({ name: 'Kabar', start_url: '/home', display: 'standalone' })
  for (const { src } of manifest.icons as { src: string }[]) {
    const icon = await fetch(`${kabar.address}${src}`)
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/png'])
  }

  await keepTokens(page, kabar, await signUp(kabar))
  await page.goto(`${kabar.address}/home`)
  await page.evaluate(() => navigator.serviceWorker.ready)
  // Once more, so that its files go through the service worker.
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const bar = page.getByRole('complementary', { name: 'No connection' })
  await expect(bar).toBeHidden()

  await page.context().setOffline(true)
  await expect(bar).toContainText('You are offline. You see what was loaded before')
  await page.reload()
  await expect(page.getByText('Kabar cannot be reached. Check your connection and try again.')).toBeVisible()
  await expect(page.getByRole('navigation').first()).toBeVisible()

  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Could not be loaded' })).toBeHidden()
  await expect(bar).toBeHidden()
})
