// Runs before everything else, with any Node that the machine has, so it is plain JavaScript without dependencies.
import { stopBecause, versionNumber } from './setup/machine.mjs'

// Output that no one takes is no reason to end.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)

if (versionNumber(process.version) < versionNumber('18.0')) {
  stopBecause(`Node ${process.version} is too old. Node 18 or newer is needed: https://nodejs.org`)
}

import('./setup/install.mjs').then(({ install }) => install()).catch(error => stopBecause(error.message))
