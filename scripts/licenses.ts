import { writeFile } from 'node:fs/promises'
import { describeLicenses, licensesFile } from './licenses/shipped.ts'
import { optionsOf } from './options.ts'

optionsOf({})

// Writes docs/licenses.md from the lock file, so that a diff shows how dependency changes affect licenses.
await writeFile(licensesFile, describeLicenses())
console.log('docs/licenses.md is up to date')
