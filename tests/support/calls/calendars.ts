import ICAL from 'ical.js'
import { createCalendar } from '#features/lunches/calendar-contract.ts'
import type { TestApp } from '#tests/support/start-app.ts'

/** Reads a calendar with an independent parser. */
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
      busy: [property('transp'), property('x-microsoft-cdo-busystatus')],
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

/** What users do with calendar feeds. Each request comes from a different network, so that no rate limit applies. */
export function feedsOf(app: TestApp) {
  const visitor = app.as(null)
  let networks = 0
  const fetchFeed = (path: string, from = `198.51.${Math.floor(++networks / 250)}.${networks % 250}`) =>
    visitor.fetch(path, { headers: { 'x-forwarded-for': from } })
  return {
    fetchFeed,
    /** Creates a feed for the user and returns its path. */
    makeFeed: async ({ id }: { id: number }) => {
      const { body } = await app.as({ id }).call(createCalendar)
      return new URL(body.url).pathname
    },
    readFeed: async (path: string) => {
      const response = await fetchFeed(path)
      if (response.status !== 200) throw new Error(`${response.status}`)
      return readCalendar(await response.text())
    },
  }
}
