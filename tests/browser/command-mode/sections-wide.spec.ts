import type { Locator } from '@playwright/test'
import { button, entryOf, openSection, removeAlerts, toast, unique } from '../support/administration.ts'
import { expect, expectAccessible, mainIf, test } from '../support/fixtures.ts'

/*
 * In each section with a list, a super-user adds, corrects, finds, changes and deletes an entry. While it is being changed, a
 * colleague (`admin`) changes the same field, and another one.
 */

type Fields = Record<string, string>
type Section = {
  section: string
  noun: string
  /** The calls: the list, and of an entry the same with its id. */
  path: string
  add: [opener: string, dialog: string, submit: string, toast: string]
  /** `NAME` is the name of the entry. */
  fields: Fields
  wrong: [Fields, string | RegExp]
  edit: [opener: string, dialog: string, submit: string, toast: string]
  change: Fields
  /** What the colleague saves meanwhile, and what there is afterwards. */
  theirs?: [saved: Record<string, unknown>, then: Record<string, unknown>]
  remove: string
  isRestored?: true
}

const sections: Section[] = [
  {
    section: 'users',
    noun: 'user',
    path: '/api/admin/users',
    add: ['Add User', 'Add User', 'Add User', 'User created successfully'],
    fields: {
      'First Name': 'Nora',
      'Last Name': 'NAME',
      Email: 'EMAIL',
      Password: 'a good lunch',
      Campus: 'brevard',
      Department: 'Outreach',
      Role: 'admin',
    },
    wrong: [{ Email: 'nora@example.com' }, 'Email must be a example.org email address'],
    edit: ['Edit Nora NAME', 'Edit User', 'Save User', 'User updated successfully'],
    change: { Department: 'Finance' },
    theirs: [
      { department: 'Care', campusCode: 'concord' },
      { department: 'Finance', campusCode: 'concord', role: 'admin' },
    ],
    remove: 'Delete Nora NAME',
  },
  {
    section: 'departments',
    noun: 'department',
    path: '/api/admin/departments',
    add: ['Add Department', 'Add Department', 'Add Department', 'Department added'],
    fields: { Name: 'NAME' },
    wrong: [{ Name: 'Worship' }, 'Department "Worship" already exists.'],
    edit: ['Rename NAME', 'Rename Department', 'Rename Department', 'Department renamed'],
    change: { Name: 'NAME, too' },
    remove: 'Delete NAME, too',
  },
  {
    section: 'campuses',
    noun: 'campus',
    path: '/api/admin/campuses',
    add: ['Add Campus', 'Add Campus', 'Add Campus', 'Campus added'],
    fields: { Name: 'NAME', Code: 'CODE', Address: '1 Ridge Road', Latitude: '35.5', Longitude: '-82.5' },
    wrong: [{ Name: 'Arden' }, 'Campus "Arden" already exists.'],
    edit: ['Edit NAME', 'Edit Campus', 'Save Campus', 'Campus updated'],
    // A position is chosen as a whole.
    change: { Latitude: '35.7' },
    theirs: [
      { address: 'Theirs', longitude: -82.7 },
      { address: 'Theirs', latitude: 35.7, longitude: -82.5 },
    ],
    remove: 'Delete NAME',
  },
  {
    section: 'restaurants',
    noun: 'restaurant',
    path: '/api/restaurants',
    add: ['Add Restaurant', 'Add New Restaurant', 'Save Restaurant', 'Restaurant added'],
    fields: {
      Name: 'NAME',
      Address: '12 "Old" Road, Arden',
      'Price Range': '$$',
      'Nearest Campus': 'arden',
      Hours: '11 AM - 9 PM',
      'Distance (miles)': '2.3',
      'Travel Time (minutes)': '6',
      Cuisine: 'Noodles',
      Phone: '(828) 555-0101',
      'Website URL': 'https://example.org/noodles',
    },
    wrong: [{ 'Website URL': 'javascript:alert(1)' }, /web address that starts with http/],
    edit: ['Edit NAME', 'Edit Restaurant Details', 'Save Restaurant', 'Restaurant updated'],
    change: { Hours: '10 AM - 2 PM' },
    theirs: [
      { hours: '9 AM - 5 PM', phone: '(828) 555-0199' },
      {
        ...{ address: '12 "Old" Road, Arden', campusCode: 'arden', price: '$$', cuisine: 'Noodles' },
        ...{ websiteUrl: 'https://example.org/noodles', distance: 2.3, travelTime: 6 },
        ...{ hours: '10 AM - 2 PM', phone: '(828) 555-0199' },
      },
    ],
    remove: 'Delete NAME',
    isRestored: true,
  },
  {
    section: 'alerts',
    noun: 'system alert',
    path: '/api/emergency-messages',
    add: ['Create Alert', 'Create System Alert', 'Create Alert', 'System alert created'],
    fields: { Title: 'NAME', Message: 'Stay at home.' },
    wrong: [{ Title: '' }, 'Title is required'],
    edit: ['Edit NAME', 'Edit System Alert', 'Save Alert', 'System alert updated successfully'],
    change: { Message: 'Come by sled.' },
    theirs: [
      { message: 'Come later.', severity: 'danger' },
      { message: 'Come by sled.', severity: 'danger' },
    ],
    remove: 'Delete NAME',
    isRestored: true,
  },
]

// Other journeys look at the alerts of the same server.
test.afterEach(({ admin }) => removeAlerts(admin))

for (const { section, noun, path, add, fields, wrong, edit, change, theirs, remove, isRestored } of sections)
  test(
    `${section}: an entry is added, corrected, found, changed by two at once, and deleted`,
    mainIf(section === 'users'),
    async ({ page, admin, signIn }) => {
      const name = unique('Newhart')
      const code = name.replace(' ', '')
      const named = (text: string) =>
        text.replace('NAME', name).replace('CODE', code).replace('EMAIL', `${code}@example.org`.toLowerCase())
      const fill = async (dialog: Locator, values: Fields) => {
        for (const [label, value] of Object.entries(values)) {
          const field = dialog.getByLabel(label, { exact: true })
          const isChoice = await field.evaluate(element => element.matches('select'))
          await (isChoice ? field.selectOption(named(value)) : field.fill(named(value)))
        }
      }
      await signIn({ role: 'super-user' })
      await openSection(page, section, name)
      await button(page, add[0]).first().click()
      const adding = page.getByRole('dialog', { name: add[1] })
      await fill(adding, { ...fields, ...wrong[0] })
      await button(adding, add[2]).click()
      await expect(adding.getByText(wrong[1])).toBeVisible()
      await expectAccessible(page)
      await fill(adding, {
        ...Object.fromEntries(Object.keys(wrong[0]).map(label => [label, ''])),
        ...fields,
      })
      await button(adding, add[2]).click()
      await expect(toast(page, add[3])).toBeVisible()
      // Closing a dialog goes back in the history, which would cancel a dialog that is opened too early.
      await expect(adding).toBeHidden()
      await expect(entryOf(page, name)).toHaveCount(1)

      await button(page, named(edit[0])).click()
      const editing = page.getByRole('dialog', { name: edit[1] })
      await fill(editing, change)
      const saved = async (): Promise<{ id: number }> => {
        const list: { id: number }[] = await (await admin.get(path)).json()
        const found = list.find(entry => JSON.stringify(entry).includes(name))
        if (!found) throw new Error(`${path} doesn’t list ${name}`)
        return found
      }
      if (theirs) {
        const reply = await admin.patch(`${path}/${(await saved()).id}`, { data: theirs[0] })
        expect(reply.ok(), await reply.text()).toBe(true)
      }
      await button(editing, edit[2]).click()
      if (theirs) {
        const versions = page.getByRole('dialog', { name: `Someone else changed this ${noun}` })
        await expect(versions.getByText('Their other changes are kept')).toBeVisible()
        await button(versions, 'Save my choice').click()
      }
      await expect(toast(page, edit[3])).toBeVisible()
      await expect(editing).toBeHidden()
      if (theirs) expect(await saved()).toMatchObject(theirs[1])

      await openSection(page, section, name)
      await button(page, named(remove)).click()
      const question = page.getByRole('alertdialog')
      await expect(question).toContainText(name)
      await expect(button(question, 'Cancel')).toBeFocused()
      await question.getByRole('button', { name: /^Delete / }).click()
      await expect(toast(page, `${noun.replace(/^./, first => first.toUpperCase())} deleted`)).toBeVisible()
      await expect(question).toBeHidden()
      await expect(entryOf(page, name)).toHaveCount(0)
      if (!isRestored) return
      await button(page, 'Undo').click()
      await expect(entryOf(page, name)).toHaveCount(1)
    },
  )
