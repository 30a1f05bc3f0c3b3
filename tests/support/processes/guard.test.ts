// On one engine: the tests’ own guard.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { killGroup, temporaryFolder } from './guard.ts'

const guardFile = fileURLToPath(new URL('./guard.ts', import.meta.url))

/** Starts a process that runs this code and stays alive. Returns it with the first line that it prints. */
async function printed(code: string): Promise<{ child: ChildProcess; line: string }> {
  const script = `import { temporaryFolder, runOnExit } from ${JSON.stringify(guardFile)}; ${code}; setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = await once(child.stdout, 'data')
  return { child, line: String(line).trim() }
}

test('a temporary folder is deleted by remove()', async () => {
  const { path, remove } = await temporaryFolder('guard')
  expect(existsSync(path)).toBe(true)
  await remove()
  expect(existsSync(path)).toBe(false)
})

test('a temporary folder is deleted when the process that created it ends, even if it is killed', async () => {
  const { child, line } = await printed("console.log((await temporaryFolder('guard')).path)")
  expect(existsSync(line)).toBe(true)
  child.kill('SIGKILL')
  await expect.poll(() => existsSync(line), { timeout: 15_000 }).toBe(false)
})

test.each(['kill -9 "$1"', killGroup])('a guarded process is killed with its parent (%s)', async script => {
  const { child, line } = await printed(`
    const { spawn } = await import('node:child_process')
    const kept = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' })
    runOnExit(${JSON.stringify(script)}, [String(kept.pid)])
    console.log(kept.pid)`)
  const isThere = () => isRunning(Number(line))
  onTestFinished(() => void (isThere() && process.kill(Number(line), 'SIGKILL')))
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
  // An ended process may remain as a zombie if its parent doesn't reap it.
  if (process.platform !== 'linux') return true
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
