/** The server as `npm start` runs it, with the settings from the environment. */
import { reportUsage } from './usage.ts'

reportUsage()
await import('#app/main.ts')
