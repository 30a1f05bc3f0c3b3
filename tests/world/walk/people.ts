import { processPassword } from '#server/testing/start-process.ts'
import { foreignPasskey } from './visitor.ts'
import { campusCode, dayAfter, type Walk } from './walk.ts'

/** What is a person's own: favorites, visits, reminders, notifications, tokens, passkeys, suggestions. */
export async function walkOwn({ call, asAnn, door, roof, third }: Walk): Promise<void> {
  await call('getViewer')
  const favorite = await call('addFavorite', { body: { restaurantId: door } })
  for (const name of ['listFavorites', 'listFavoriteIds']) await call(name)
  await call('removeFavorite', { path: { id: favorite.id } })
  await call('addFavorite', { body: { restaurantId: door } })
  await call('removeFavoriteOfRestaurant', { path: { restaurantId: door } })
  await call('hideRestaurant', { path: { restaurantId: roof } })
  await call('listHidden')
  await call('showRestaurant', { path: { restaurantId: roof } })
  const visited = await call('addVisit', { body: { restaurantId: third } })
  for (const name of ['listVisits', 'listVisitsToRate']) await call(name)
  await call('getRestaurantVisits', { path: { id: third } })
  for (const name of ['dismissVisit', 'removeVisit']) await call(name, { path: { id: visited.id } })
  await call('saveReminder', { body: { reminder: { time: '11:30', days: [1, 3] } } })
  await call('getReminder')
  const calendar = await call('createCalendar')
  await call('getCalendar')
  const token = /calendar\/([\w-]+)\.ics/.exec(JSON.stringify(calendar))?.[1] ?? ''
  await call('readCalendarFeed', { path: { token } })
  await call('removeCalendar')

  // A service is asked only for a device that is there, so the test notification comes after its end.
  const { publicKey } = await call('getPush')
  const device = {
    endpoint: 'https://fcm.googleapis.com/fcm/send/walk',
    keys: { p256dh: publicKey, auth: 'AAAAAAAAAAAAAAAAAAAAAA' },
  }
  const added = await call('addPushDevice', { body: device })
  await call('savePushChoices', { body: { kinds: ['leaving'] } })
  await call('removePushDevice', { path: { id: added.id } })
  await call('testPush')

  const expiresAt = dayAfter(7)
  const made = await call('createToken', { body: { name: 'Walk', expiresAt } })
  await call('listTokens')
  await call('removeToken', { path: { id: made.id } })
  const anns = await asAnn('createToken', { body: { name: 'Ann', expiresAt } })
  await call('listAllTokens')
  await call('removeAnyToken', { path: { id: anns.id } })
  await call('listPasskeys')
  await call('addPasskeyOptions', { body: { password: processPassword } })
  const response = { clientDataJSON: 'AAAA', attestationObject: 'AAAA' }
  await call('addPasskey', { body: { ...foreignPasskey, response } })
  await call('renamePasskey', { path: { id: 1 }, body: { name: 'Phone' } })
  await call('removePasskey', { path: { id: 1 } })

  const wish = { kind: 'restaurant', campusCode, name: 'New Place', address: '9 Main St' }
  await asAnn('sendSuggestion', { body: wish })
  await asAnn('listSuggestions')
  const [suggestion] = await call('listAdminSuggestions')
  const path = { id: suggestion.id }
  await call('getAdminSuggestion', { path })
  await call('answerSuggestion', { path, body: { state: 'declined', reply: 'It has closed' } })
}

/** Lunches, once and every day. */
export async function walkLunches({ call, asAnn, door, roof }: Walk): Promise<void> {
  const inTwoHours = new Date(Date.now() + 7_200_000).toISOString()
  const body = { campusCode, leavesAt: inTwoHours, restaurantIds: [door, roof] }
  const { id } = await call('startLunch', { body })
  const path = { id }
  await call('listLunches')
  await call('lunchEvents', { query: { campusCode: 'nowhere' } })
  for (const name of ['getLunch', 'suggestPlaces', 'getLunchCalendar']) await call(name, { path })
  await call('changeLunch', { path, body: { note: 'By the door' } })
  await call('saveVotes', { path, body: { restaurantIds: [roof] } })
  await asAnn('joinLunch', { path, body: {} })
  await asAnn('leaveLunch', { path })
  await call('settleLunch', { path, body: { restaurantId: roof } })
  await call('orderOptions', { path })
  await call('cancelLunch', { path })
  const other = await call('startLunch', { body: { ...body, restaurantIds: [door, roof] } })
  await call('addLunchOption', { path: { id: other.id }, body: { restaurantId: door } })

  const weekly = { campusCode, weekdays: [0, 1, 2, 3, 4, 5, 6], time: '12:00' }
  const standing = { id: (await call('startStandingLunch', { body: weekly })).id }
  await call('listStandingLunches')
  await call('changeStandingLunch', { path: standing, body: { note: 'Every day' } })
  for (const name of ['skipStandingLunch', 'unskipStandingLunch'])
    await call(name, { path: { ...standing, date: dayAfter(2) } })
  for (const name of ['becomeRegular', 'stopBeingRegular']) await asAnn(name, { path: standing })
  await call('endStandingLunch', { path: standing })
}
