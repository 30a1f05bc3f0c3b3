import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { delimiter, dirname } from 'node:path'

/** Runs npm on the given Node. Shows the title and the elapsed time, and npm's output only if it fails. */
export async function runNpm(args, { node, cwd, title }) {
  const finish = showProgress(title)
  const child = startNpm(args, node, cwd)
  const stopChild = () => child.kill()
  process.once('exit', stopChild)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', text => {
      output += text
    })
  const [code] = await once(child, 'close').catch(error => [error.code])
  process.off('exit', stopChild)
  finish(code === 0 ? 'done' : 'failed')
  if (code !== 0) throw new Error(explain(code, output))
}

function startNpm(args, node, cwd) {
  const env = { ...process.env, PATH: [dirname(node), process.env.PATH].join(delimiter) }
  const options = { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] }
  const running = process.env.npm_execpath || ''
  if (/npm-cli\.c?js$/.test(running)) return spawn(node, [running, ...args], options)
  return spawn('npm', args, { ...options, shell: process.platform === 'win32' })
}

/** On a terminal, one line that counts the seconds; in a log, a line every ten seconds. */
function showProgress(title) {
  const start = Date.now()
  const { isTTY } = process.stdout
  const show = (state, end) => process.stdout.write(`${isTTY ? '\r\x1b[K' : ''}${title} … ${state}${end}`)
  const seconds = () => `${Math.round((Date.now() - start) / 1000)} s`
  show('', isTTY ? '' : '\n')
  const timer = setInterval(() => show(seconds(), isTTY ? '' : '\n'), isTTY ? 1000 : 10_000)
  return outcome => {
    clearInterval(timer)
    show(`${outcome} after ${seconds()}`, '\n')
  }
}

const causes = [
  [/ENOENT$/, 'npm was not found. It comes with Node: https://nodejs.org'],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT/,
    'The package registry could not be reached. Check the network, or the proxy that npm uses, and try again.',
  ],
  [/ENOSPC/, 'The disk is full. Make room and try again.'],
  [/EACCES|EPERM|EROFS/, 'A file or folder may not be written. Check who owns this folder, and try again.'],
  [/EINTEGRITY/, 'A package arrived damaged. Run `npm cache verify` and try again.'],
  [/in sync/, 'package.json and package-lock.json disagree. Run `npm install`, then try again.'],
]

function explain(code, output) {
  const lines = output.split('\n').filter(line => line.trim() && !/^npm \S+\s+at /.test(line))
  const said = lines.slice(0, 12).join('\n')
  const [, sentence] = causes.find(([pattern]) => pattern.test(`${output}${code}`)) ?? []
  return [said, sentence ?? 'The dependencies could not be installed; npm says why above.']
    .join('\n\n')
    .trim()
}
