import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { killGroup, temporaryFolder } from './guard.ts'

const guardFile = fileURLToPath(new URL('./guard.ts', import.meta.url))

/** A process that runs this and stays, and the first line that it prints. */
async function printed(code: string): Promise<{ child: ChildProcess; line: string }> {
  const script = `import { temporaryFolder, whenWeEnd } from ${JSON.stringify(guardFile)}; ${code}; setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(child.stdout, 'data')
  return { child, line: String(line).trim() }
}

test('a folder goes when it is removed', async () => {
  const { path, remove } = await temporaryFolder('guard')
  expect(existsSync(path)).toBe(true)
  await remove()
  expect(existsSync(path)).toBe(false)
})

test('a folder goes with the process that made it, even when that is killed', async () => {
  const { child, line } = await printed("console.log((await temporaryFolder('guard')).path)")
  expect(existsSync(line)).toBe(true)
  child.kill('SIGKILL')
  await expect.poll(() => existsSync(line), { timeout: 15_000 }).toBe(false)
})

test.each(['kill -9 "$1"', killGroup])('so does a process that it started (%s)', async script => {
  const { child, line } = await printed(`
    const { spawn } = await import('node:child_process')
    const kept = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' })
    whenWeEnd(${JSON.stringify(script)}, [String(kept.pid)])
    console.log(kept.pid)`)
  const isThere = () => isRunning(Number(line))
  expect(isThere()).toBe(true)
  child.kill('SIGKILL')
  await expect.poll(isThere, { timeout: 15_000 }).toBe(false)
})

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  // One that has ended may still be listed, where nobody collects it.
  const [state] = execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
  return state !== 'Z'
}
