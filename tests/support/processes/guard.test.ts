// On one engine: the tests’ own guard.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { killGroup, temporaryFolder } from './guard.ts'
import { launch, printedBy } from './launch.ts'

const guardFile = fileURLToPath(new URL('./guard.ts', import.meta.url))

/** Starts a process that runs this code and stays alive. Returns it with the line that it prints. */
async function printed(code: string) {
  const script = `import { temporaryFolder, runOnExit } from ${JSON.stringify(guardFile)}; ${code}; setInterval(() => {}, 1000)`
  const parent = launch([process.execPath, '--input-type=module', '--eval', script])
  return { end: parent.end, line: await printedBy(parent, /(.+)\n/) }
}

test('a temporary folder is deleted by remove()', async () => {
  const { path, remove } = await temporaryFolder('guard')
  expect(existsSync(path)).toBe(true)
  await remove()
  expect(existsSync(path)).toBe(false)
})

test('a temporary folder is deleted when the process that created it ends, even if it is killed', async () => {
  const { end, line } = await printed("console.log((await temporaryFolder('guard')).path)")
  expect(existsSync(line)).toBe(true)
  await end()
  await expect.poll(() => existsSync(line), { timeout: 15_000 }).toBe(false)
})

test.each(['kill -9 "$1"', killGroup])('a guarded process is killed with its parent (%s)', async script => {
  const { end, line } = await printed(`
    const { spawn } = await import('node:child_process')
    const kept = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' })
    runOnExit(${JSON.stringify(script)}, [String(kept.pid)])
    console.log(kept.pid)`)
  const isThere = () => isRunning(Number(line))
  onTestFinished(() => void (isThere() && process.kill(Number(line), 'SIGKILL')))
  expect(isThere()).toBe(true)
  await end()
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
