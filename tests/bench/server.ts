/* The server as `npm start` runs it, with the settings from the environment. */
import './usage.ts'

await import('#app/main.ts')
