import { expect, test } from 'vitest'
import { shortened } from './shortened.ts'

test.each([
  ['busy', 4, 'busy'],
  ['busy!', 4, 'bus…'],
  ['ab👍', 4, 'ab👍'],
  ['ab👍c', 4, 'ab…'],
])('%j within %d characters is %j', (text, longest, short) => expect(shortened(text, longest)).toBe(short))
