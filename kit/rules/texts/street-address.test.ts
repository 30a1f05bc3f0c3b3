import { expect, test } from 'vitest'
import { splitAddress, withoutUnit } from './street-address.ts'

test.each([
  ['12 Main Street, Arden, NC 28704', '12 Main Street, Arden, NC 28704'],
  ['12 Main Street, Suite 200, Arden, NC 28704', '12 Main Street, Arden, NC 28704'],
  ['12 Main Street Suite 200, Arden, NC 28704', '12 Main Street, Arden, NC 28704'],
  ['12 Main St Ste. B, Arden', '12 Main St, Arden'],
  ['12 Main St STE 4-A', '12 Main St'],
  ['12 Main St., Unit 3A, Arden', '12 Main St., Arden'],
  ['12 Main St Unit # 7, Arden', '12 Main St, Arden'],
  ['12 Main St #7, Arden', '12 Main St, Arden'],
  ['12 Main St # B-4, Arden', '12 Main St, Arden'],
  ['12 Main St, Bldg. C, Suite 110, Arden', '12 Main St, Arden'],
  ['12 Main St Building 2 Unit 5, Arden', '12 Main St, Arden'],
  ['12 Main St, Floor 2, Arden', '12 Main St, Arden'],
  ['12 Main St Suites 100-102, Arden', '12 Main St Suites 100-102, Arden'],
  ['12 Main St Suite 100 & 102, Arden', '12 Main St, Arden'],
  ['12 Main St Suite 1and2 and 3-4 - 5&B-C, Arden', '12 Main St, Arden'],
  ['12 Main St Ste A & B, Arden', '12 Main St, Arden'],
  ['12 Main St Suite 5 - Upper Level, Arden', '12 Main St - Upper Level, Arden'],
  ['12 Main St Space A3, Arden', '12 Main St, Arden'],
  // These aren't units, but streets, towns and states.
  ['5 Suite Life Lane, Arden', '5 Suite Life Lane, Arden'],
  ['5 Unity Street, Arden', '5 Unity Street, Arden'],
  ['5 Lot 9 Road, Arden', '5 Lot 9 Road, Arden'],
  ['5 Unit B Street, Arden', '5 Unit B Street, Arden'],
  ['5 US Highway 25, Arden', '5 US Highway 25, Arden'],
  ['5 Oak Ave, Tampa, FL 33601', '5 Oak Ave, Tampa, FL 33601'],
  ['5 Floor Avenue, Arden', '5 Floor Avenue, Arden'],
  ['Suite 5', 'Suite 5'],
  ['  12   Main  St , ,Arden, ', '12 Main St, Arden'],
  ['', ''],
])('%j without its unit is %j', (address, door) => {
  expect(withoutUnit(address)).toBe(door)
  expect(withoutUnit(door)).toBe(door)
})

test.each('suite ste unit apartment apt building bldg room rm space spc floor lot'.split(' '))(
  'a %s is removed, in any case and with a dot',
  word => {
    for (const text of [word, word.toUpperCase(), `${word}.`])
      expect(withoutUnit(`12 Main St, ${text} 5, Arden`)).toBe('12 Main St, Arden')
  },
)

test.each('1st 2nd 3rd 24th ground first second third fourth'.split(' '))('a %s floor is removed', floor => {
  expect(withoutUnit(`12 Main St, ${floor} floor, Arden`)).toBe('12 Main St, Arden')
  expect(withoutUnit(`12 Main St ${floor} Fl., Arden`)).toBe('12 Main St, Arden')
})

test.each('Road Rd Street St Avenue Ave Lane Ln Drive Dr Way Court Ct Highway Hwy'.split(' '))(
  'a street whose name ends with “Lot 9 %s” keeps its number',
  word => {
    expect(withoutUnit(`5 County Lot 9 ${word}, Arden`)).toBe(`5 County Lot 9 ${word}, Arden`)
  },
)

test.each([
  ['12 Main Street, Arden, NC 28704', '12 Main Street|Arden|NC|28704'],
  ['12 Main Street, Suite 5, Arden, NC 28704-1234', '12 Main Street|Arden|NC|28704'],
  ['12 Main Street, Arden, NC', '12 Main Street|Arden|NC|'],
  ['12 Main Street, Arden, NC, 28704', '12 Main Street|Arden|NC|28704'],
  ['12 Main Street, Arden, North Carolina 28704, USA', '12 Main Street|Arden|North Carolina|28704'],
  ['12 Main Street, Arden, NC 28704, United States', '12 Main Street|Arden|NC|28704'],
  ['12 Main Street, Arden, NC 28704 U.S.A.', '12 Main Street|Arden|NC|28704'],
  ['12 USA Boulevard, Arden, NC 28704', '12 USA Boulevard|Arden|NC|28704'],
  ['Town Square, 12 Main Street, Arden, NC, 28704', '12 Main Street|Arden|NC|28704'],
  ['Route 9 Plaza, 12 Main Street, Arden, NC 28704', '12 Main Street|Arden|NC|28704'],
  ['Town Square, 1 Park Boulevard, Mills River, nc 28759', '1 Park Boulevard|Mills River|nc|28759'],
  ['12 Main Street Arden NC 28704', null],
  ['12 Main Street, Arden', null],
  ['12 Main Street, Arden, NC 28704 (rear)', null],
  ['12 Main Street', null],
  ['Behind the mill, Arden, NC 28704', null],
  ['35.48000, -82.53540', null],
  ['', null],
])('%j is split into %j', (address, parts) => {
  const split = splitAddress(address)
  expect(split && Object.values(split).join('|')).toBe(parts)
})

test.each([
  ['1', 'and1', '!'],
  ['1', '-1', '!'],
  ['1', ' & 1', '!'],
  ['', ' ', '!'],
  ['1', ' ,', ''],
])('a unit of %j and many repetitions of %j is removed quickly', (before, part, after) => {
  const address = `12 Main St Suite ${before}${part.repeat(22)}${after}`
  const used = process.cpuUsage()
  withoutUnit(address)
  // Of the processor's time, because the machine may be busy.
  expect(process.cpuUsage(used).user).toBeLessThan(500_000)
})
