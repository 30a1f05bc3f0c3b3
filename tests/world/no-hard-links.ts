import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

// Loaded before the server: a file system without hard links and rights, such as exFAT or a network drive.
const code = process.env.LINK_FAILS_WITH ?? 'EPERM'
const refuse = () =>
  Object.assign(new Error(`${code}: operation not permitted, link`), { code, syscall: 'link' })
fs.linkSync = () => {
  throw refuse()
}
fs.promises.link = async () => {
  throw refuse()
}
fs.chmodSync = () => {
  throw Object.assign(new Error('EPERM: operation not permitted, chmod'), { code: 'EPERM', syscall: 'chmod' })
}
syncBuiltinESMExports()
