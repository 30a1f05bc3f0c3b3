/** The health check of the image: exits with 0 if the server that has this environment is ready. */
import { get } from 'node:http'
import { defaultHosts } from '#kit/server/config/hosts.ts'
import { loadConfig } from '#kit/server/config/load-config.ts'

const { host, port } = loadConfig()
// A server that listens on every address is asked on this machine's own.
const hostname = /^(0\.0\.0\.0|::)$/.test(host) ? defaultHosts().loopback : host
get({ hostname, port, path: '/readyz', timeout: 4_000 }, ({ statusCode }) =>
  process.exit(statusCode === 200 ? 0 : 1),
)
  .on('timeout', () => process.exit(1))
  .on('error', () => process.exit(1))
