import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { listCampusRestaurants } from '#features/restaurants/contract.ts'
import { temporaryFolder } from '#tests/support/processes/guard.ts'
import { picture } from '#tests/support/samples/pictures.ts'
import { readStoredReplies } from '../../browser/support/stored-replies.ts'
import { newCampusWithDiner, newPerson } from '../sample.ts'
import type { Admin } from '../servers.ts'
import type { Steps } from './steps.ts'

interface World {
  admin: Admin
  stopServer: () => Promise<unknown>
  startServer: () => Promise<unknown>
}

type Journeys = Record<string, (steps: Steps, world: World) => Promise<unknown>>

/** What people do most, told once for every engine. `npm test` tries these in WebKit and Firefox. */
export const mainJourneys: Journeys = {
  'sign in from a link, and later open the list without a connection': async (steps, world) => {
    const { email, password } = await newPerson(world.admin)
    await steps.open('/profile?tab=ratings')
    await steps.type('Email', email)
    await steps.type('Password', password)
    await steps.press('button', 'Sign in')
    await steps.see('tab', /^Your Ratings/)
    await steps.open('/?campus=arden')
    await steps.see('link', pizzeria)
    await steps.ask('navigator.serviceWorker.ready.then(() => null)')
    // The page stores what came a moment later.
    await expect.poll(() => steps.ask(`(${readStoredReplies})()`), { timeout: 20_000 }).toHaveLength(10)
    await world.stopServer()
    try {
      await steps.open('/?campus=arden')
      await steps.see('text', /^Offline · as of/)
      await steps.see('link', pizzeria)
    } finally {
      await world.startServer()
    }
    await steps.gone('text', /^Offline · as of/)
  },

  'come back from a form and from the details, start a lunch, and vote': async (steps, world) => {
    await openHome(steps, world)
    await steps.press('button', 'Start a lunch')
    await steps.see('dialog', 'Start a lunch')
    await steps.key('Escape')
    await steps.focused('button', 'Start a lunch')
    await steps.press('link', pizzeria)
    await steps.see('dialog', pizzeria)
    await steps.see('button', 'Rate')
    await steps.key('Escape')
    await steps.gone('dialog', pizzeria)
    await steps.focused('link', pizzeria)
    await steps.press('button', `Start a lunch at ${pizzeria}`)
    await steps.type('Add a place', bakery)
    await steps.press('option', new RegExp(`^${bakery}`))
    await steps.press('button', 'Start lunch')
    await steps.see('text', 'Lunch started')
    await steps.see('text', 'Now tell the others')
    await steps.press('button', 'Close')
    await steps.press('button', new RegExp(`^${bakery}.*0 votes$`))
    await steps.see('button', new RegExp(`^${bakery}.*1 vote$`))
    await steps.see('button', 'In: Robin Sample')
  },

  'reach a pin by keyboard, come back from its details, and leave it': async (steps, world) => {
    await steps.resize(1440, 900)
    await openHome(steps, world, `/?campus=${await newCampusWithDiner(world.admin)}&view=map`)
    await steps.press('button', 'Show everything')
    await steps.key('Tab')
    await steps.focused('button', /^The Only Diner, (?!choose)/)
    await steps.key('Enter')
    await steps.press('button', 'Show on map')
    await steps.see('button', 'Zoom in')
    await expect.poll(() => steps.darkest('button', 'Zoom in'), { timeout: 20_000 }).toBeLessThan(150)
    await steps.key('Escape')
    await steps.focused('button', /^The Only Diner, (?!choose)/)
    await steps.key('Tab')
    await expect.poll(() => steps.ask(`document.activeElement.closest('section li') !== null`)).toBe(false)
  },
}

export const journeys: Journeys = {
  ...mainJourneys,

  'choose a campus, search its list, and rate what a link names, after a reload': async (steps, world) => {
    await openHome(steps, world, '/?campus=brevard')
    await steps.press('radio', 'Arden')
    await steps.see('heading', /^Arden Restaurants/)
    await steps.see('link', pizzeria)
    await steps.key('ArrowRight')
    await steps.focused('radio', 'Brevard')
    await steps.see('heading', /^Brevard Restaurants/)
    expect(await steps.ask(ringsAroundFocus)).toContain('solid')
    await steps.press('radio', 'Arden')
    await steps.see('link', bakery)
    await steps.type('Search restaurants', 'amazing pizza')
    await steps.gone('link', bakery)
    expect(await steps.see('label', 'Search restaurants')).toMatchObject({ text: 'amazing pizza' })
    await steps.see('link', pizzeria)
    const { body: all } = await world.admin.call(listCampusRestaurants, { params: { campusCode: 'arden' } })
    const form = `/?campus=arden&rate=${all.find(({ name }) => name === pizzeria)?.id}`
    await steps.open(form)
    await steps.press('radio', '4 stars')
    await steps.type(/^Comment/, 'Crisp and quick')
    // What was typed is still there in the next page of this tab.
    await steps.open(form)
    await steps.see('radio', '4 stars')
    await expect
      .poll(() => steps.ask(`document.querySelector('textarea').value`), { timeout: 20_000 })
      .toBe('Crisp and quick')
    await steps.press('button', 'Submit Rating')
    await steps.see('text', 'Rating submitted')
    await steps.focused('main', /.*/)
  },

  'choose a profile picture': async (steps, world) => {
    const { path: folder, remove } = await temporaryFolder('picture')
    onTestFinished(remove)
    const portrait = join(folder, 'portrait.jpg')
    await writeFile(portrait, await picture({ width: 300, height: 900 }).jpeg().toBuffer())
    await openHome(steps, world, '/profile/edit')
    await steps.see('button', 'Choose image')
    const before = await steps.ask(headerHeight)
    await steps.choose(portrait)
    await steps.see('text', 'Profile image updated')
    await steps.see('button', 'Remove')
    const [own, ...around] = (await steps.ask(pictureInHeader)) as string[]
    expect(own).toContain('"width":44,"height":44')
    expect(around, 'where its circle and the button are, in the middle of the header').toEqual([own, own])
    expect(await steps.ask(headerHeight)).toBe(before)
    await steps.press('label', 'Last name')
    await steps.key('Tab')
    await steps.focused('label', 'Email')
  },

  'read the overview and the list of restaurants in Command Mode': async (steps, world) => {
    await steps.resize(1440, 900)
    await steps.signIn(await newPerson(world.admin, { role: 'super-user' }))
    await steps.open('/admin?section=overview')
    await steps.see('img', 'Ratings per week as columns')
    await steps.press('link', 'Restaurants')
    await steps.see('heading', /^Restaurants/)
    await steps.type(/^Search/, 'amazing pizza')
    await steps.see('row', new RegExp(pizzeria))
    await steps.open('/admin?section=audit-log')
    await steps.press('label', 'From')
    expect(await steps.ask(ringsAroundFocus)).toContain('solid')
  },
}

const pizzeria = 'Amazing Pizza Company'
const bakery = 'Black Bear Coffee Company'

const ringsAroundFocus = `[document.activeElement, document.activeElement.closest('label')]
  .map(element => getComputedStyle(element).outlineStyle)`
const headerHeight = `document.querySelector('header').offsetHeight`
const pictureInHeader = `['header img', 'header span:has(> img)', 'header button:has(img)']
  .map(selector => JSON.stringify(document.querySelector(selector)?.getBoundingClientRect()))`

async function openHome(steps: Steps, world: World, path = '/?campus=arden') {
  await steps.signIn(await newPerson(world.admin))
  await steps.open(path)
}
