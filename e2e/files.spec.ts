// The file of a message in a real browser: dropped, refused, sent while one watches, replaced, taken away, saved from a bubble.
import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './test.ts'
import { expectAccessible, get, keepTokens, looks, post, signUp } from './visitor.ts'

test.use({ timezoneId: 'Asia/Jakarta', locale: 'en-US', viewport: { width: 1440, height: 900 } })

const pdf = (words: string) => `%PDF-1.4\n% ${words}\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n`

test('of a template: dropped, replaced, refused, removed, and saved from its bubble', async ({ page, kabar }) => {
  const tokens = await signUp(kabar)
  await keepTokens(page, kabar, tokens)
  await page.goto(`${kabar.address}/templates/add`)
  await page.getByRole('textbox', { name: 'Name' }).fill('Quarterly report')
  await page.getByRole('textbox', { name: 'Message' }).fill('The report is attached.')
  const preview = page.getByRole('region', { name: 'Preview' })
  const place = page.locator('label', { hasText: 'Add an image, PDF or video' })

  await test.step('what WhatsApp does not take is refused before it is sent, on the field', async () => {
    const uploads = countUploads(page)
    await drop(place, { name: 'figures.xlsx', type: 'application/vnd.ms-excel', size: 3 })
    await expect(
      page.getByText('Messages can contain JPEG and PNG images, PDF documents and MP4 videos.'),
    ).toBeVisible()
    await expect(place.locator('input')).toHaveAttribute('aria-invalid', 'true')
    await expectAccessible(page, [looks[3]])
    await drop(place, { name: 'film.mp4', type: 'video/mp4', size: 16 * 1024 * 1024 + 1 })
    await expect(page.getByText('Images and videos can be at most 16 MB.')).toBeVisible()
    await drop(place, { name: 'nothing.pdf', type: 'application/pdf', size: 0 })
    await expect(page.getByText('This file is empty.')).toBeVisible()
    expect(uploads()).toBe(0)
  })

  await test.step('what only calls itself a PDF is refused by its content', async () => {
    await drop(place, { name: 'report.pdf', type: 'application/pdf', text: 'no PDF at all' })
    await expect(place.locator('input')).toHaveAttribute('aria-invalid', 'true')
    await expect(place.locator('input')).toHaveAccessibleDescription(/.+/)
  })

  await test.step('a PDF is dropped, and another one in its place', async () => {
    await drop(place, { name: 'draft.pdf', type: 'application/pdf', text: pdf('draft') })
    await expect(preview).toContainText('draft.pdf')
    const kept = page.getByRole('button', { name: 'Remove the file' }).locator('..')
    await drop(kept, { name: 'wrong.txt', type: 'text/plain', text: 'words' })
    await expect(page.getByText('Messages can contain JPEG and PNG images')).toBeVisible()
    await expect(kept).toContainText('draft.pdf')
    await drop(kept, { name: 'final.pdf', type: 'application/pdf', text: pdf('final') })
    await expect(preview).toContainText('final.pdf')
    await expect(page.getByText('Messages can contain JPEG and PNG images')).toHaveCount(0)
    await expectAccessible(page, [looks[0]])
  })

  await test.step('it is saved as it was sent, by a press on it', async () => {
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      preview.getByRole('button', { name: 'Save final.pdf' }).click(),
    ])
    expect(saved.suggestedFilename()).toBe('final.pdf')
    expect(readFileSync(await saved.path(), 'utf8')).toBe(pdf('final'))
  })

  await test.step('and removed by keyboard', async () => {
    await page.getByRole('button', { name: 'Remove the file' }).press('Enter')
    await expect(place).toBeVisible()
    await expect(preview).not.toContainText('final.pdf')
    await page.getByRole('button', { name: 'Save template' }).click()
    await expect(page.getByRole('row', { name: /Quarterly report/ })).toBeVisible()
    const { data } = await get<{ data: { media_id: string | null }[] }>(kabar, '/v1/templates', tokens)
    expect(data).toMatchObject([{ media_id: null }])
  })
})

test('of a broadcast: saved too early it is waited for, and it can be stopped', async ({ page, kabar }) => {
  const tokens = await signUp(kabar)
  await post(kabar, '/v1/contacts', { name: 'Ayu Lestari', phone: '+6281255501003' }, tokens)
  await keepTokens(page, kabar, tokens)
  await page.goto(`${kabar.address}/broadcasts/add`)
  await page.getByRole('textbox', { name: 'Name' }).fill('Photos')
  await page.getByText('Custom message').click()
  await page.getByRole('textbox', { name: 'Message' }).fill('See for yourself.')
  // Never answered: it is on its way until it is stopped.
  await page.route('**/api/v1/media', () => undefined)
  const place = page.locator('label', { hasText: 'Add an image, PDF or video' })
  await drop(place, { name: 'roof.png', type: 'image/png', size: 10 })
  await expect(page.getByText('Uploading roof.png…')).toBeVisible()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('Wait until the upload finishes, or cancel it.').first()).toBeVisible()
  await expect(page).toHaveURL(/\/broadcasts\/add$/)
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(place).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('See for yourself.')
})

/** As a person drops it: the browser makes the file. */
async function drop(place: Locator, file: { name: string; type: string; text?: string; size?: number }) {
  const dataTransfer = await place.page().evaluateHandle(({ name, type, text, size = 0 }) => {
    const data = new DataTransfer()
    data.items.add(new File([text ?? new Uint8Array(size)], name, { type }))
    return data
  }, file)
  await place.dispatchEvent('drop', { dataTransfer })
}

function countUploads(page: Page) {
  let count = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/v1/media') count += 1
  })
  return () => count
}
