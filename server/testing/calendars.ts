import ICAL from 'ical.js'
import { makeCalendar } from '#contract/calendar.ts'
import type { TestApp } from './start-app.ts'

/** A calendar as somebody else's parser understands it, by the ids of its lunches. */
export function readCalendar(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const events = calendar.getAllSubcomponents('vevent').map(component => {
    const event = new ICAL.Event(component)
    const property = (name: string) => component.getFirstPropertyValue(name)
    return {
      uid: event.uid,
      sequence: event.sequence,
      summary: event.summary,
      description: event.description,
      location: event.location,
      start: event.startDate.toJSDate().toISOString(),
      end: event.endDate.toJSDate().toISOString(),
      zone: event.startDate.zone?.tzid,
      status: property('status'),
      url: property('url'),
      stamp: property('dtstamp')?.toString(),
    }
  })
  return {
    version: calendar.getFirstPropertyValue('version'),
    names: calendar.getAllSubcomponents().map(({ name }) => name),
    events,
    of: ({ id }: { id: number }) => events.find(event => event.uid.startsWith(`lunch-${id}-`)),
  }
}

/** What people do with their feeds. Each look comes from a network of its own, so that no test wears out the patience with another. */
export function feedsOf(app: TestApp) {
  const visitor = app.as(null)
  let networks = 0
  const fetchFeed = (path: string, from = `198.51.${Math.floor(++networks / 250)}.${networks % 250}`) =>
    visitor.fetch(path, { headers: { 'x-forwarded-for': from } })
  return {
    fetchFeed,
    /** The path of somebody's new feed. */
    makeFeed: async ({ id }: { id: number }) => {
      const { body } = await app.as({ id }).call(makeCalendar)
      return new URL(body.url).pathname
    },
    readFeed: async (path: string) => {
      const response = await fetchFeed(path)
      if (response.status !== 200) throw new Error(`${response.status}`)
      return readCalendar(await response.text())
    },
  }
}
