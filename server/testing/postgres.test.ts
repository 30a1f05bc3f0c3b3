import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createDatabase, dropDatabase } from './postgres.ts'

const cluster = process.env.TEST_POSTGRES_URL ?? ''

test('a database created from a template has its rows, and changing it leaves the template unchanged', async () => {
  const template = await createDatabase(cluster)
  await query(template, 'create table lunch (place text)')
  await query(template, "insert into lunch values ('Diner')")
  const copy = await createDatabase(cluster, { template })
  await query(copy, "insert into lunch values ('Bakery')")
  expect(await query(copy, 'select * from lunch')).toHaveLength(2)
  expect(await query(template, 'select * from lunch')).toEqual([{ place: 'Diner' }])
  await Promise.all([copy, template].map(dropDatabase))
})

test('dropping a database closes its open connections', async () => {
  const url = await createDatabase(cluster)
  const client = new pg.Client(url)
  const ended = new Promise<Error>(resolve => client.on('error', resolve))
  await client.connect()
  await dropDatabase(url)
  expect((await ended).message).toMatch(/terminat/i)
  await expect(query(url, 'select 1')).rejects.toThrow('does not exist')
})

test('a cluster stops when the process that started it ends, even if it is killed', async () => {
  const { href } = new URL('./postgres.ts', import.meta.url)
  const script = `import { startPostgres } from '${href}'; console.log((await startPostgres()).url)`
  const stayAlive = 'setInterval(() => {}, 1000)'
  const child = spawn(process.execPath, ['--input-type=module', '--eval', `${script}; ${stayAlive}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = await Promise.race([once(child.stdout, 'data'), failIfItEnds(child)])
  const url = String(line).trim()
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
  child.kill('SIGKILL')
  await expect.poll(() => isUp(url), { timeout: 15_000 }).toBe(false)
})

async function failIfItEnds(child: ChildProcess): Promise<never> {
  const [code] = await once(child, 'exit')
  throw new Error(`The process that starts the cluster ended with exit code ${code}`)
}

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client(url)
  // Without a listener, a lost connection would crash this process. A running statement rejects anyway.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

async function isUp(url: string): Promise<boolean> {
  return query(url, 'select 1').then(
    () => true,
    () => false,
  )
}
