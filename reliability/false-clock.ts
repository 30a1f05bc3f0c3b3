/**
 * Put in front of a server's own code (`--import`): its calendar clock is as many milliseconds off as the file named by FALSE_CLOCK
 * says, from one moment to the next, as a machine's is when somebody sets it. Clocks that only count on stay as they are.
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
