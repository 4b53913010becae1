// Media of messages in a browser: dropped, rejected, uploaded, replaced, removed, and downloaded.
import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './test.ts'
import { expectAccessible, get, keepTokens, looks, post, signUp } from './visitor.ts'

test.use({ timezoneId: 'Asia/Jakarta', locale: 'en-US', viewport: { width: 1440, height: 900 } })

const pdf = (words: string) => `%PDF-1.4\n% ${words}\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n`

test('a file of a template is dropped, rejected, replaced, downloaded and removed', { tag: '@slow' }, async ({
  page,
  kabar,
}) => {
  const tokens = await signUp(kabar)
  await keepTokens(page, kabar, tokens)
  await page.goto(`${kabar.address}/templates/add`)
  await page.getByRole('textbox', { name: 'Name' }).fill('Quarterly report')
  await page.getByRole('textbox', { name: 'Message' }).fill('The report is attached.')
  const preview = page.getByRole('region', { name: 'Preview' })
  const place = page.locator('label', { hasText: 'Add an image, PDF or video' })

  await test.step('files that WhatsApp does not support are rejected before the upload, at the field', async () => {
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

  await test.step('a file that is only named .pdf is rejected by its content', async () => {
    await drop(place, { name: 'report.pdf', type: 'application/pdf', text: 'no PDF at all' })
    await expect(place.locator('input')).toHaveAttribute('aria-invalid', 'true')
    await expect(place.locator('input')).toHaveAccessibleDescription(/.+/)
  })

  await test.step('a PDF is dropped, and replaced by another one', async () => {
    await drop(place, { name: 'draft.pdf', type: 'application/pdf', text: pdf('draft') })
    await expect(preview).toContainText('draft.pdf')
    const attachment = page.getByRole('button', { name: 'Remove the file' }).locator('..')
    await drop(attachment, { name: 'wrong.txt', type: 'text/plain', text: 'words' })
    await expect(page.getByText('Messages can contain JPEG and PNG images')).toBeVisible()
    await expect(attachment).toContainText('draft.pdf')
    await drop(attachment, { name: 'final.pdf', type: 'application/pdf', text: pdf('final') })
    await expect(preview).toContainText('final.pdf')
    await expect(page.getByText('Messages can contain JPEG and PNG images')).toHaveCount(0)
    await expectAccessible(page, [looks[0]])
  })

  await test.step('a click downloads the unchanged file', async () => {
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      preview.getByRole('button', { name: 'Save final.pdf' }).click(),
    ])
    expect(saved.suggestedFilename()).toBe('final.pdf')
    expect(readFileSync(await saved.path(), 'utf8')).toBe(pdf('final'))
  })

  await test.step('the file is removed by keyboard', async () => {
    await page.getByRole('button', { name: 'Remove the file' }).press('Enter')
    await expect(place).toBeVisible()
    await expect(preview).not.toContainText('final.pdf')
    await page.getByRole('button', { name: 'Save template' }).click()
    await expect(page.getByRole('row', { name: /Quarterly report/ })).toBeVisible()
    const { data } = await get<{ data: { media_id: string | null }[] }>(kabar, '/v1/templates', tokens)
    expect(data).toMatchObject([{ media_id: null }])
  })
})

test('a broadcast cannot be saved during an upload, which can be cancelled', { tag: '@slow' }, async ({
  page,
  kabar,
}) => {
  const tokens = await signUp(kabar)
  await post(kabar, '/v1/contacts', { name: 'Ayu Lestari', phone: '+6281255501003' }, tokens)
  await keepTokens(page, kabar, tokens)
  await page.goto(`${kabar.address}/broadcasts/add`)
  await page.getByRole('textbox', { name: 'Name' }).fill('Photos')
  await page.getByText('Custom message').click()
  await page.getByRole('textbox', { name: 'Message' }).fill('See for yourself.')
  // No response: the upload stays pending until it is cancelled.
  await page.route('**/api/v1/media', () => undefined)
  const place = page.locator('label', { hasText: 'Add an image, PDF or video' })
  await drop(place, { name: 'roof.png', type: 'image/png', size: 10 })
  await expect(page.getByText('Uploading roof.png…')).toBeVisible()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('Wait until the upload finishes, or cancel it.').first()).toBeVisible()
  await expect(page).toHaveURL(/\/broadcasts\/add$/)
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(place).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveText('See for yourself.')
})

/** Drops a file that is created in the browser. */
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
