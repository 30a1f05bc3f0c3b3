import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { freePort } from '#tests/support/processes/free-port.ts'
import { temporaryFolder } from '#tests/support/processes/guard.ts'
import { startProgram } from './programs.ts'

const operations = await readFile(new URL('../../docs/operations.md', import.meta.url), 'utf8')
const blocks = operations.split('```').filter((_, index) => index % 2 === 1)

/** The first block of docs/operations.md that contains a text. */
export function documented(text: string): string {
  const found = blocks.find(block => block.includes(text))
  if (found === undefined) throw new Error(`docs/operations.md has no block with ${text}`)
  return found
}

/** The lines with the servers of a test: the documents have port 3000, and 3001 for a second process. */
const at = (lines: string, upstreams: string[]) =>
  upstreams.reduce((text, upstream, index) => text.replaceAll(`127.0.0.1:${3000 + index}`, upstream), lines)

const nginxWith =
  (lines: string) =>
  async (folder: string, port: number, ...upstreams: string[]) => {
    const file = join(folder, 'nginx.conf')
    const server = `server { listen 127.0.0.1:${port}; access_log off; ${at(lines, upstreams)} }`
    // What a distribution's own file has around a `server`, in a folder of the test.
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map(name => `${name}_temp_path ${folder}/${name};`)
      .join(' ')
    await writeFile(
      file,
      `daemon off; pid ${folder}/pid; error_log stderr; events {} http { ${temporary} ${server} }`,
    )
    return ['nginx', '-p', folder, '-c', file]
  }

export const caddyWith =
  (lines: string) =>
  async (folder: string, port: number, ...upstreams: string[]) => {
    const file = join(folder, 'Caddyfile')
    // Without the public name, for which it would ask for a certificate.
    const site = at(lines.replace('lunch.example.org', `http://127.0.0.1:${port}`), upstreams)
    await writeFile(file, `{\n  admin off\n  auto_https off\n}\n${site}`)
    return ['caddy', 'run', '--config', file]
  }

type Configure = ReturnType<typeof nginxWith>

/** The proxies of one server, with the very lines that stand in docs/operations.md. */
export const proxies = [
  ['nginx', nginxWith(documented('client_max_body_size'))],
  ['caddy', caddyWith(documented('lunch.example.org'))],
] as const

/** Starts a proxy in front of these servers, until the test ends, and returns its port. */
export async function startProxy(configure: Configure, ...upstreams: string[]): Promise<number> {
  const { path: folder, remove } = await temporaryFolder('proxy')
  onTestFinished(remove)
  await chmod(folder, 0o777)
  const port = await freePort()
  const command = await configure(folder, port, ...upstreams)
  await startProgram(port, command, { env: { ...process.env, HOME: folder } })
  return port
}
