/**
 * Loaded before the server's own code (`--import`): shifts its calendar clock by the number of milliseconds
 * in the file named by FALSE_CLOCK, suddenly, as when someone changes the machine's clock. Monotonic clocks
 * are not affected.
 */
import { readFileSync } from 'node:fs'

const path = process.env.FALSE_CLOCK ?? ''
const realNow = Date.now
let offset = 0
const look = () => {
  offset = Number(readFileSync(path, 'utf8')) || 0
}
look()
setInterval(look, 20).unref()

Date.now = () => realNow() + offset
globalThis.Date = new Proxy(Date, {
  construct: (real, args, asked) =>
    Reflect.construct(real, args.length > 0 ? args : [Date.now()], asked === globalThis.Date ? real : asked),
})
