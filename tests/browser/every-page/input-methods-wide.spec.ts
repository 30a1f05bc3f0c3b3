import type { Locator } from '@playwright/test'
import { expect, holdRequests, test } from '../support/fixtures.ts'

/** Presses a key that an input method takes: most browsers tell by `isComposing`, Safari by the key code alone. */
async function pressWhileComposing(field: Locator, key: string): Promise<void> {
  for (const sign of [{ isComposing: true }, { keyCode: 229 }]) {
    await field.evaluate(
      (element, init) =>
        element.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init })),
      { key, ...sign },
    )
  }
}

test('the keys of an input method choose nothing and close nothing', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/?campus=arden')
  await page.getByRole('button', { name: 'Start a lunch', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Start a lunch' })
  const finder = sheet.getByRole('combobox', { name: 'Add a place' })
  await finder.fill('a')
  await expect(sheet.getByRole('listbox').getByRole('option').first()).toBeVisible()
  const places = sheet.getByRole('button', { name: /^Remove / })
  await pressWhileComposing(finder, 'Enter')
  await pressWhileComposing(finder, 'Escape')
  await expect(places).toHaveCount(0)
  await expect(
    sheet.getByRole('listbox').getByRole('option').first(),
    'the list of matches stays open',
  ).toBeVisible()
  await finder.press('Enter')
  await expect(places).toHaveCount(1)

  const note = sheet.getByLabel('Note')
  await note.focus()
  await pressWhileComposing(note, 'Escape')
  // The time in which a dialog would close or ask.
  await page.waitForTimeout(300)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(sheet).toBeVisible()
})

test('one can compose a word, and the search takes it', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/?campus=arden')
  await page.getByRole('searchbox').focus()
  const input = await page.context().newCDPSession(page)
  await input.send('Input.imeSetComposition', { selectionStart: 1, selectionEnd: 1, text: 'す' })
  await input.send('Input.imeSetComposition', { selectionStart: 2, selectionEnd: 2, text: 'すし' })
  await input.send('Input.insertText', { text: '寿司' })
  await expect(page.getByRole('searchbox')).toHaveValue('寿司')
  await expect(page.getByText('No restaurants found').first()).toBeVisible()
})

test('Escape takes back what is about to open, even while its code is loading', async ({ page, signIn }) => {
  await signIn()
  const release = await holdRequests(page, '**/assets/lunch-dialogs*')
  await page.goto('/?campus=arden')
  await page.getByRole('button', { name: 'Start a lunch', exact: true }).click()
  await expect(page).toHaveURL(/start=/)
  await page.keyboard.press('Escape')
  await expect(page).not.toHaveURL(/start=/)
  const arrived = page.waitForResponse('**/assets/lunch-dialogs*')
  release()
  await arrived
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Start a lunch', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
})
