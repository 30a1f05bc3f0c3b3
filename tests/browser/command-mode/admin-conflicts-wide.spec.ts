import type { Page } from '@playwright/test'
import { button, newCampus, openSection, toast, unique } from '../support/administration.ts'
import { setSetting } from '../support/database.ts'
import { expect, expectAccessible, test } from '../support/fixtures.ts'

/* A colleague (`admin`) saves between the first and the last key stroke of the person at the page; in each list: sections-wide.spec.ts. */

test.beforeEach(async ({ signIn }) => {
  await signIn({ role: 'super-user' })
})

const versionsOf = (page: Page, noun: string) =>
  page.getByRole('dialog', { name: `Someone else changed this ${noun} while you were editing` })

test('of lists of domains everything is kept that either person added, about a message the user decides [T-290]', async ({
  page,
  admin,
  server,
}) => {
  const save = async (key: string, value: string) => {
    const reply = await admin.post('/api/system-settings', { data: { key, value } })
    expect(reply.ok(), await reply.text()).toBe(true)
  }
  const settingNow = async (key: string) =>
    (await (await admin.get(`/api/system-settings/${key}`)).json()).value
  await openSection(page, 'registration')
  const domains = page.getByRole('textbox', { name: 'Domains' })
  await domains.fill('example.org\nmine.example')
  const message = page.getByRole('textbox', { name: 'Message' })
  await message.fill('Mine.')
  await save('domain_whitelist', 'example.org\ntheirs.example')
  await save('registration_message', 'Theirs.')

  await button(page, 'Save domains').click()
  await expect(toast(page, 'Domain whitelist updated')).toBeVisible()
  await expect(domains).toHaveValue('example.org\ntheirs.example\nmine.example')
  expect(await settingNow('domain_whitelist')).toBe('example.org\ntheirs.example\nmine.example')

  await button(page, 'Save message').click()
  const versions = versionsOf(page, 'setting')
  await expect(versions.getByRole('radio', { name: 'Your version Mine.' })).toBeChecked()
  await expectAccessible(page)
  await button(versions, 'Back to the form').click()
  expect(await settingNow('registration_message')).toBe('Theirs.')
  await expect(message).toHaveValue('Mine.')
  await button(page, 'Save message').click()
  await versions.getByRole('radio', { name: 'Saved version Theirs.' }).check()
  await button(versions, 'Save my choice').click()
  await expect(message).toHaveValue('Theirs.')
  await expect(button(page, 'Save message')).toBeDisabled()
  for (const key of ['domain_whitelist', 'registration_message']) setSetting(server, key, null)
})

test('two edits of a campus are merged, and what both changed is asked about', async ({ page, admin }) => {
  const { id, name } = await newCampus(admin)
  await openSection(page, 'campuses', name)
  await button(page, `Edit ${name}`).click()
  const form = page.getByRole('dialog', { name: 'Edit Campus' })
  const renamed = unique('Mine')
  await form.getByLabel('Name').fill(renamed)
  await form.getByLabel('Latitude').fill('35.7')
  const theirs = { address: 'Theirs', longitude: -82.7 }
  expect((await admin.patch(`/api/admin/campuses/${id}`, { data: theirs })).ok()).toBe(true)
  await button(form, 'Save Campus').click()
  const versions = versionsOf(page, 'campus')
  await expect(versions.getByRole('radio', { name: /^Your version 35.7, / })).toBeChecked()
  await expect(versions.getByText('Their other changes are kept: Address.')).toBeVisible()
  await versions.getByRole('radio', { name: /^Saved version .*, -82.7$/ }).check()
  await button(versions, 'Save my choice').click()
  await expect(toast(page, 'Campus updated')).toBeVisible()
  const campuses = await (await admin.get('/api/campuses')).json()
  expect(campuses.find((campus: { id: number }) => campus.id === id)).toMatchObject({
    ...theirs,
    name: renamed,
  })
})
