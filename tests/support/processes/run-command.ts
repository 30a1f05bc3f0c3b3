import { launchScript } from '#tests/support/backups/installation.ts'

type Place = Record<string, string> & { DATA_DIR: string }

/** Runs a command as an operator would on the command line: `runCommand('restore', ['backup.zip'], { DATA_DIR })`. */
export async function runCommand(name: string, args: string[], place: Place) {
  const installation = { dataDir: place.DATA_DIR, environment: place }
  const { ended, output } = launchScript(`commands/${name}.ts`, installation, { args })
  return { code: (await ended).code, output: output() }
}
