// On both engines: transactions.
import { expect, test } from 'vitest'
import { insert, list } from '#kit/server/database/rows.ts'
import { startApp } from '#tests/support/start-app.ts'
import { write } from './write.ts'

const { deps, db, clock, audited, user } = await startApp()
const { id } = await user()
const by = { viewer: { id }, request: { ip: '192.0.2.7', headers: { 'user-agent': 'Diner/1' } } }
const addYouth = (error?: Error) => {
  let attempts = 0
  return write(deps, by, async ({ tx, time, audit }) => {
    attempts += 1
    const after = await insert(tx, 'departments', { name: `Youth since ${time}`, position: 40 })
    await audit('DEPARTMENTS_UPDATED', { after })
    if (error && attempts === 1) throw error
    return { attempts, time, after }
  })
}

test('a write and its entry in the audit log are kept together, at one moment and once', async () => {
  const deadlock = Object.assign(new Error('later'), { code: '40P01' })
  const { attempts, time, after } = await addYouth(deadlock)
  expect(attempts).toBe(2)
  expect(after.name).toBe(`Youth since ${time}`)
  expect(await list(db, 'departments', { position: 40 })).toEqual([after])
  expect(await audited()).toEqual([['DEPARTMENTS_UPDATED', id, { after }]])
  expect(await list(db, 'auditLogs')).toMatchObject([
    { createdAt: time, ipAddress: '192.0.2.7', userAgent: 'Diner/1' },
  ])
})

test('of a write that fails nothing stays', async () => {
  // Its department is named by the moment.
  clock.advance({ seconds: 1 })
  await expect(addYouth(new Error('no'))).rejects.toThrow('no')
  expect(await list(db, 'departments', { position: 40 })).toHaveLength(1)
  expect(await audited()).toHaveLength(1)
})
