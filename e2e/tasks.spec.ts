// Tasks in a browser: added on a record, done on Home with Undo, found in the list, edited in place.
import { expect, test } from './test.ts'
import { get, keepOpen, keepTokens, post, signUp } from './visitor.ts'

test('a task is added on a contact, done and undone on Home, and moved to another record', { tag: '@slow' }, async ({
  page,
  kabar,
}) => {
  const account = await signUp(kabar)
  const { id } = await post<{ id: string }>(kabar, '/v1/contacts', { name: 'Budi Santoso' }, account)
  await post(kabar, '/v1/contacts', { name: 'Citra Dewi' }, account)
  await keepTokens(page, kabar, account)
  await page.goto(`${kabar.address}/contacts/${id}`)
  const panel = page.getByRole('region', { name: 'Tasks', exact: true })
  await panel.getByRole('textbox', { name: 'New task' }).fill('Send the deck')
  await panel.getByRole('combobox', { name: 'Due day' }).fill('2026-01-31')
  await panel.getByRole('button', { name: 'Add task' }).click()
  await expect(panel.getByRole('link', { name: 'Send the deck' })).toBeVisible()
  await page.goto(`${kabar.address}/home`)
  const agenda = page.getByRole('region', { name: 'Follow-ups and tasks' })
  await expect(agenda.getByRole('region', { name: 'Overdue (1)' })).toContainText('Budi Santoso')
  await agenda.getByRole('checkbox', { name: 'Done: Send the deck' }).click()
  await keepOpen(page)
  await expect(agenda).toContainText('No task is due in the next 7 days.')
  await page.getByRole('button', { name: 'Undo' }).click()
  await agenda.getByRole('link', { name: 'Send the deck' }).click()
  await page.getByRole('button', { name: 'Edit: About' }).click()
  await page.getByRole('combobox', { name: 'About' }).fill('Citra')
  await page.getByRole('option', { name: 'Citra Dewi' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('main').getByRole('link', { name: 'Citra Dewi' })).toBeVisible()
  await page.getByRole('button', { name: 'Mark as done' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Done')
  await page.goto(`${kabar.address}/tasks`)
  await expect(page.getByRole('main')).toContainText('No open tasks')
  await page.getByRole('link', { name: 'Show done tasks' }).click()
  await expect(page.getByRole('row', { name: /Send the deck/ })).toContainText('Citra Dewi')
  const { data } = await get<{ data: { record: { name: string } }[] }>(kabar, '/v1/tasks?state=done', account)
  expect(data.map(({ record }) => record.name)).toEqual(['Citra Dewi'])
})

test('on a phone, a tap on the box of a task in the list marks it as done', { tag: '@slow' }, async ({
  page,
  kabar,
}) => {
  const account = await signUp(kabar)
  const { id } = await post<{ id: string }>(kabar, '/v1/tasks', { title: 'Send the deck' }, account)
  await keepTokens(page, kabar, account)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${kabar.address}/tasks`)
  await page.getByRole('checkbox', { name: 'Done: Send the deck' }).click()
  await keepOpen(page)
  await expect(page.getByText('No open tasks')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('link', { name: 'Send the deck' }).click()
  await expect(page).toHaveURL(new RegExp(`/tasks/${id}`))
})
