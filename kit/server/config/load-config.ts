import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { type Config, readConfig, variables } from './config.ts'
import { ConfigError } from './error.ts'

/**
 * Reads the environment of the process, completed by `.env` in the working directory if there is one. Throws a ConfigError
 * if the file can't be read, unless its variables are already set: systemd reads it for a user without access to it.
 */
export function loadConfig(overrides: Record<string, string> = {}): Config {
  const written = readEnvFile()
  for (const [name, value] of Object.entries(written)) process.env[name] ??= value
  return readConfig({ ...process.env, ...overrides }, Object.keys(written))
}

function readEnvFile(): NodeJS.Dict<string> {
  try {
    const text = readFileSync('.env', 'utf8')
    // PowerShell writes UTF-16, in which no variable name would be found.
    if (text.includes('\0')) throw new ConfigError('.env: must be saved as UTF-8')
    // Windows editors write a byte order mark, which would become part of the first name.
    return parseEnv(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    if (error instanceof ConfigError) throw error
    const { code, message } = error as NodeJS.ErrnoException
    const isGiven = variables.some(name => name !== 'NODE_ENV' && process.env[name] !== undefined)
    if (code === 'ENOENT' || (code === 'EACCES' && isGiven)) return {}
    throw new ConfigError(`.env: can't be read (${message}). The user that this runs as must be able to.`)
  }
}
