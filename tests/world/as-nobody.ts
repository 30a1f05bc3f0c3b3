import { chownSync } from 'node:fs'

// Loaded before the server, which root starts: from here on it is another user, to whom its data folder belongs.
const nobody = 65_534
chownSync(process.env.DATA_DIR ?? '', nobody, nobody)
process.setgroups?.([])
process.setgid?.(nobody)
process.setuid?.(nobody)
