import { chromium } from './puppeteer.ts'
import { tryJourneys } from './try-journeys.ts'

await tryJourneys(chromium)
