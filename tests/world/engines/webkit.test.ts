import { tryJourneys } from './try-journeys.ts'
import { webkit } from './webdriver.ts'

await tryJourneys(webkit)
