import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test.each(['{s}', '{r}', '{-y}', '{apikey}'])('an address with %s, which nobody fills in, says so', part => {
  for (const url of [`https://${part}.example.org/{z}/{x}/{y}.png`, `https://a.org/{z}/{x}/{y}${part}.png`])
    expect(() => readConfig({ MAP_TILE_URL: url })).toThrow(`MAP_TILE_URL: has ${part} in it`)
})
