import { firefox } from './puppeteer.ts'
import { tryJourneys } from './try-journeys.ts'

await tryJourneys(firefox)
