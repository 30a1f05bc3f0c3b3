import { expect, test } from 'vitest'
import { startApp } from '#tests/support/start-app.ts'
import { listCampuses } from '../contract.ts'

const app = await startApp()

test('a visitor sees the fourteen campuses in the configured order', async () => {
  const { status, body } = await app.as(null).call(listCampuses)
  expect(status).toBe(200)
  expect(body.map(campus => campus.code)).toEqual([
    'arden',
    'brevard',
    'eastAsheville',
    'franklin',
    'hendersonville',
    'westAsheville',
    'waynesville',
    'marionCG',
    'ballantyne',
    'providence',
    'cornelius',
    'matthews',
    'concord',
    'huntersville',
  ])
  expect(body[2]).toMatchObject({ name: 'East Asheville', address: expect.stringContaining('Asheville') })
})

test('an unknown endpoint returns a 404 in JSON', async () => {
  const response = await app.as(null).fetch('/api/nothing')
  expect(response.status).toBe(404)
  expect(await response.json()).toEqual({
    message: 'There is no GET call at this address',
    code: 'unknown_call',
  })
})
