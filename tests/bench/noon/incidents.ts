/** Incidents on top of an ordinary noon. */
import http from 'node:http'
import { listCampuses } from '#contract/campuses.ts'
import { uploadProfileImage } from '#contract/images.ts'
import { getSession, login } from '#contract/sessions.ts'
import { paddedTo } from '#server/testing/pictures.ts'
import { send } from '../http.ts'
import { percentile } from '../statistics.ts'
import { openBrowser } from './browser.ts'
import { startCrowd } from './crowd.ts'
import { failures, newRecording, type Recording, summarizeStatuses } from './record.ts'
import { noisyPhoto, password, type SampleData } from './sample-data.ts'
import { followSchedule, pause } from './schedule.ts'
import { atMost, type Verdict } from './verdict.ts'

export type Scene = { data: SampleData; origins: string[]; noon: Recording }

const neverAborted = new AbortController().signal

/** 300 people sign in within ten seconds. */
export async function signInTogether({ data, origins, noon }: Scene): Promise<Verdict[]> {
  const [people, seconds] = [data.people.slice(0, 300), 10]
  const record = newRecording()
  const start = performance.now()
  const underWay: Promise<unknown>[] = []
  await followSchedule(
    people.map((_, i) => (i * seconds) / people.length),
    { start, seconds, signal: neverAborted },
    due => {
      const i = underWay.length
      const { email = '', network = '' } = people[i] ?? {}
      const browser = openBrowser({ origin: origins[i % origins.length] ?? '', cookie: '', network, record })
      underWay.push(browser.call(login, { body: { email, password } }, due).finally(browser.close))
    },
  )
  await Promise.all(underWay)
  const took = (performance.now() - start) / 1000
  const done = record.requests.filter(({ status }) => status === 200)
  const wrong = record.requests.filter(({ status }) => status !== 200 && status !== 503)
  const times = done.map(({ milliseconds }) => milliseconds)
  return [
    {
      what: 'sign-ins per second',
      target: 'at least 7, all others 503',
      measured: `${(done.length / took).toFixed(1)}, p99 ${percentile(times, 0.99).toFixed(0)} ms; ${summarizeStatuses(record.requests)}`,
      holds: done.length / took >= 7 && wrong.length === 0,
    },
    judgeReadsSince(noon, start, 300),
  ]
}

/** 30 photos of 9 MB are uploaded at the same time. */
export async function uploadTogether({ data, origins, noon }: Scene): Promise<Verdict[]> {
  const record = newRecording()
  const photo = paddedTo(9_000_000, await noisyPhoto('#4d7c0f', 3_000))
  const file = new Blob([new Uint8Array(photo)], { type: 'image/jpeg' })
  const start = performance.now()
  await Promise.all(
    data.people.slice(0, 30).map((person, i) => {
      const browser = openBrowser({ ...person, origin: origins[i % origins.length] ?? '', record })
      return browser.call(uploadProfileImage, { params: { id: person.id }, file }).finally(browser.close)
    }),
  )
  const wrong = record.requests.filter(({ status }) => status !== 200 && status !== 503)
  return [
    {
      what: '30 uploads of 9 MB',
      target: '200, or 503 for those that would wait too long',
      measured: `${summarizeStatuses(record.requests)} in ${((performance.now() - start) / 1000).toFixed(1)} s`,
      holds: wrong.length === 0 && record.requests.some(({ status }) => status === 200),
    },
    judgeReadsSince(noon, start, 500),
  ]
}

/** 600 people arrive within five seconds and then do nothing. */
export async function arriveTogether({ data, origins }: Scene): Promise<Verdict[]> {
  const spike = 5
  const crowd = startCrowd(data, origins, { people: 600, seconds: spike, arriving: spike, seed: 7 })
  const probe = newRecording()
  const [person] = data.people.slice(-1)
  if (!person) throw new Error('There is nobody')
  const browser = openBrowser({ ...person, origin: origins[0] ?? '', record: probe })
  const start = performance.now()
  const asked: Promise<unknown>[] = []
  const moments = Array.from({ length: 200 }, (_, i) => i / 10)
  await followSchedule(moments, { start, seconds: 20, signal: neverAborted }, due => {
    asked.push(browser.call(getSession, {}, due))
  })
  await Promise.all([...asked, crowd.ended])
  crowd.stop()
  browser.close()
  const { requests, streams } = crowd.record
  const slow = probe.requests.filter(({ milliseconds, status }) => milliseconds > 100 || status !== 200)
  const lastSlow = Math.max(...slow.map(({ due, milliseconds }) => due + milliseconds), start)
  const wrong = failures(requests).filter(({ status }) => status !== 503)
  return [
    {
      what: '600 people within five seconds',
      target: 'a reply to each request, possibly 503',
      measured: `${summarizeStatuses(requests)}; p99 ${percentile(
        requests.map(({ milliseconds }) => milliseconds),
        0.99,
      ).toFixed(0)} ms; ${streams.lost} streams lost`,
      holds: wrong.length === 0 && streams.lost === 0,
    },
    atMost('back to normal after', Math.max(0, (lastSlow - start) / 1000 - spike), 5, 's'),
  ]
}

/**
 * Opens 2,000 connections that stay open and send a request once a minute. Returns a function that counts the
 * broken ones.
 */
export function holdIdleConnections({ data, origins }: Scene, signal: AbortSignal): () => number {
  const connections = 2_000
  const agents = Array.from({ length: connections }, (_, i) => {
    const { network = '' } = data.people[i % data.people.length] ?? {}
    return new http.Agent({ keepAlive: true, maxSockets: 1, localAddress: network })
  })
  let broken = 0
  const ask = (agent: http.Agent, i: number) =>
    send(`${origins[i % origins.length]}${listCampuses.path}`, {
      agent,
      headers: { cookie: data.admin.cookie },
    })
      .then(({ status }) => status === 200)
      .catch(() => false)
      .then(isWhole => {
        if (!isWhole && !signal.aborted) broken += 1
      })
  const stay = async () => {
    for (let between = 5; !signal.aborted; between = 60_000 / connections)
      for (const [i, agent] of agents.entries()) {
        void ask(agent, i)
        await pause(between, signal)
      }
    for (const agent of agents) agent.destroy()
  }
  void stay()
  return () => broken
}

function judgeReadsSince(noon: Recording, start: number, limit: number): Verdict {
  const reads = noon.requests.filter(({ kind, due }) => kind.startsWith('GET') && due >= start)
  const times = reads.map(({ milliseconds }) => milliseconds)
  return atMost(`p99 of ${reads.length} concurrent reads`, percentile(times, 0.99), limit, 'ms')
}
