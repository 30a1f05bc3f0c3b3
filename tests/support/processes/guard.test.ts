// On one engine: the tests’ own guard.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { killGroup } from './guard.ts'
import { launch, printedBy } from './launch.ts'

test.each(['kill -9 "$1"', killGroup])(
  'what a killed process has guarded ends with it, and its temporary folder is deleted (%s)',
  async script => {
    const guard = fileURLToPath(new URL('./guard.ts', import.meta.url))
    const code = `
      import { spawn } from 'node:child_process'
      import { temporaryFolder, runOnExit } from ${JSON.stringify(guard)}
      const kept = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' })
      runOnExit(${JSON.stringify(script)}, [String(kept.pid)])
      console.log(kept.pid + ' ' + (await temporaryFolder('guard')).path)
      setInterval(() => {}, 1000)`
    const parent = launch([process.execPath, '--input-type=module', '--eval', code])
    const [pid, folder = ''] = (await printedBy(parent, /(.+)\n/)).split(' ')
    onTestFinished(() => void (isRunning(Number(pid)) && process.kill(Number(pid), 'SIGKILL')))
    const left = () => [isRunning(Number(pid)), existsSync(folder)]
    expect(left()).toEqual([true, true])
    await parent.end()
    await expect.poll(left, { timeout: 15_000 }).toEqual([false, false])
  },
)

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    // An ended process may remain as a zombie if its parent doesn't reap it.
    return process.platform !== 'linux' || !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
