import { writeFile } from 'node:fs/promises'
import { describeLicenses, licensesFile } from './licenses/shipped.ts'
import { optionsOf } from './options.ts'

optionsOf({})

// Writes docs/licenses.md from the lock file, so that a diff shows what a change of dependencies brings along.
await writeFile(licensesFile, describeLicenses())
console.log('docs/licenses.md is up to date')
