import { deleteAnyRating, listAllRatings } from '#features/ratings/admin-ratings-contract.ts'
import { deleteRestaurant } from '#features/restaurants/contract.ts'
import type { TestApp } from '#tests/support/start-app.ts'
import { fillWithHostileStrings } from './fill-hostile-strings.ts'

const comments = [
  ...['Good PIE, good pie @two', 'Äpfel und ÖL', '300 \u212aelvin hot', '\u0130stanbul style'],
  ...['Crème Brûlée at NOON', '50% off_today \\o/ "quoted"', '日本のラーメン, ΣΊΣΥΦΟΣ', 'nothing to say'],
  // One is too long for PostgreSQL's indexes.
  ...['PIE again, at Zoë’s', "at zoe's", `${'寿司'.repeat(490)} last`, 'Cafe\u0301 au lait', null],
]

/** Also with other forms of the same letter, and signs that no one sees. */
export const searches = [
  ...['caf\u00e9', 'a\0b', 'cre\u0300me', '\u200b', '\u0130', 'i\u0307', '\u212a', '\u200bhot\ufeff'],
  ...['\u200bcr\u00e8me', 'cr\u00e8me', 'on\u00ADerror=alert\u3000\u30001'],
  ...String.raw`pie|PIE| good pie |äpfel|ÖL|kelvin|kim|i|e|stanbul|izmir|apfel|xyz|creme BRULEE|áñá|zoe|BRÛLÉE|noon|ラーメン|σίσυφος
|ΣΊΣ|寿司|last|ana|ána|ben pie|%|_|\|\_|"quoted"|50% off|@two|example|pie-palace|joes diner|oray|o'r|O’R|joe's|JOE’S|'|’|ë’s|ë's|e's
| |ONERROR=ALERT(1)|o_error|' or '1'='1|'; drop table users; --|"x" or 1=1|rating deleted`
    .replaceAll('\n', '')
    .split('|'),
]

/** Fills every list that comes in pages with texts that are hard to compare. Returns someone, and a place that is rated. */
export async function fillLists(app: TestApp, root: ReturnType<TestApp['as']>) {
  await fillWithHostileStrings(app.db, { now: app.deps.now(), passwordHash: '' })
  const people = [
    await app.user({ firstName: 'Ána', lastName: 'Bell', email: 'ana@one.example', department: 'Finance' }),
    await app.user({ firstName: 'Ben', lastName: 'Pie', email: 'ben@two.example', isVerified: false }),
    await app.user({
      firstName: 'Cleo',
      lastName: "O'Ray",
      email: 'noon@two.example',
      campusCode: 'brevard',
    }),
    await app.user({ firstName: '\u212aim', lastName: 'Stone', email: 'stone@two.example', role: 'admin' }),
  ]
  const names = 'Pie Palace|ÄPFEL Hof|Noodles|Joe’s Diner|Pie Palace|\u0130zmir Grill|Route 10|Route 9'
  const places: { id: number }[] = []
  for (const [i, name] of names.split('|').entries()) {
    const known = { distance: i % 3 ? i : null, price: i % 2 ? ('$' as const) : null, travelTime: i % 4 }
    const where = { campusCode: i % 2 ? 'brevard' : 'arden', disabled: i === 4 }
    places.push(await app.restaurant({ name, ...known, ...where }))
  }
  for (const [i, { id: restaurantId }] of places.slice(0, 6).entries())
    for (const [j, { id: userId }] of people.entries()) {
      const number = i * people.length + j
      // Some have equal times.
      const time = new Date(Date.UTC(2026, 5, 1 + (number % 3), 12, (number * 7) % 10)).toISOString()
      const text = comments[number % comments.length] ?? null
      const rating = { userId, restaurantId, value: (number % 5) + 1, comment: text, createdAt: time }
      await app.insert('ratings', { ...rating, updatedAt: time })
      const state = number % 2 ? 'open' : 'declined'
      await app.insert('suggestions', { userId, kind: 'problem', state, text: text ?? '', createdAt: time })
      const entry = { userId, action: 'RATING_UPDATED', details: JSON.stringify({ text }) } as const
      await app.insert('auditLogs', { ...entry, createdAt: time })
    }
  const { body } = await root.call(listAllRatings, { query: { search: 'joes diner' } })
  for (const { id } of body.slice(0, 2)) await root.call(deleteAnyRating, { params: { id } })
  for (const { id } of places.slice(-2)) await root.call(deleteRestaurant, { params: { id } })
  return { person: people[0] as { id: number }, place: places[0] as { id: number } }
}
