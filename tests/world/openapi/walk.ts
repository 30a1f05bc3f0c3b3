// A program as its author would write it with a generated client: no cast, no `any`. tests/world/openapi.test.ts
// generates schema.ts beside it, compiles it under `strict`, and runs it against a server.
import createClient from 'openapi-fetch'
import type { paths } from './schema.ts'

const { SERVER: baseUrl = '', EMAIL: email = '', PASSWORD: password = '' } = process.env

const visitor = createClient<paths>({ baseUrl })
const signIn = await visitor.POST('/api/login', { body: { email, password } })
if (!signIn.data) throw new Error(signIn.error.message)
const cookie = signIn.response.headers
  .getSetCookie()
  .map(line => line.split(';')[0])
  .join('; ')

const api = createClient<paths>({ baseUrl, headers: { cookie } })
const { data: places = [] } = await api.GET('/api/restaurants/campus/{campusCode}', {
  params: { path: { campusCode: 'arden' } },
})
const [place] = places
if (!place) throw new Error('There is no place')
const title: string = place.name.toUpperCase()
const stars: number | null = place.avgRating

const rated = await api.POST('/api/ratings', { body: { restaurantId: place.id, value: 5 } })
if (!rated.data) throw new Error(rated.error.code)

const leavesAt = new Date(Date.now() + Number(process.env.LEAVES_IN ?? 3_600_000)).toISOString()
const started = await api.POST('/api/lunches', {
  body: { campusCode: 'arden', leavesAt, restaurantIds: [place.id] },
})
if (!started.data) throw new Error(`${started.error.code}: ${started.error.message}`)
const cancelled = await api.DELETE('/api/lunches/{id}', { params: { path: { id: started.data.id } } })
if (cancelled.error) throw new Error(cancelled.error.message)
const { data: lunch } = await api.GET('/api/lunches/{id}', { params: { path: { id: started.data.id } } })

console.log(JSON.stringify({ title, stars, value: rated.data.value, state: lunch?.state }))
