import * as z from 'zod/mini'
import { CampusCode } from '#features/campuses/contract.ts'
import { described } from '#kit/contract/documented.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { errorWith } from '#kit/contract/errors.ts'
import { Address, chosenId, Id, nameLine, PageQuery, paragraph, Timestamp } from '#kit/contract/fields.ts'
import { Person, PersonWithEmail } from '#kit/contract/person-fields.ts'

/**
 * What staff ask the administrators for: a restaurant, help with a problem, a feature, or the correction of
 * wrong details.
 */
export const suggestionKinds = ['restaurant', 'problem', 'feature', 'mistake'] as const
export type SuggestionKind = (typeof suggestionKinds)[number]

export const suggestionStates = ['open', 'done', 'declined'] as const
export type SuggestionState = (typeof suggestionStates)[number]

/** How many a person may send per calendar day. */
export const suggestionsPerDay = 20

const maxTextLength = 1000
const Text = paragraph('At most 1,000 characters are allowed', maxTextLength)

export const SuggestedPlace = z.object({ id: Id, name: z.string(), address: z.string() })

export const Suggestion = z.object({
  id: Id,
  kind: z.enum(suggestionKinds),
  state: z.enum(suggestionStates),
  /**
   * The restaurant whose details are wrong, or that was added after a request; null if there is none, or it was
   * deleted.
   */
  restaurant: z.nullable(SuggestedPlace),
  campusCode: z.nullable(z.string()),
  /** The name of the requested restaurant, or the name at that time of the one whose details are wrong. */
  name: z.nullable(z.string()),
  address: z.nullable(z.string()),
  text: z.string(),
  reply: z.nullable(z.string()),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Suggestion = z.output<typeof Suggestion>

export const SuggestionForm = z
  .object({
    kind: z.enum(suggestionKinds),
    restaurantId: z.optional(chosenId('Please choose the restaurant')),
    campusCode: z.optional(CampusCode),
    name: z.optional(nameLine(200, 'Name is required')),
    address: z.optional(Address),
    text: z._default(Text, ''),
  })
  .check(
    z.refine(({ kind, name }) => kind !== 'restaurant' || name !== undefined, {
      error: 'Name is required',
      path: ['name'],
    }),
    z.refine(({ kind, restaurantId }) => kind !== 'mistake' || restaurantId !== undefined, {
      error: 'Please choose the restaurant',
      path: ['restaurantId'],
    }),
    z.refine(({ kind, text }) => kind === 'restaurant' || text !== '', {
      error: 'Please write a few words',
      path: ['text'],
    }),
  )

export const sendSuggestion = endpoint('POST /api/suggestions', 'user', {
  summary:
    'Request a restaurant (`name`) or a feature, or report a problem or a mistake (`restaurantId`); at most 20 per day. Sending the same text twice in a day returns the existing suggestion',
  body: SuggestionForm,
  replies: { 200: Suggestion, 201: Suggestion },
})

export const listSuggestions = endpoint('GET /api/suggestions', 'user', {
  topics: ['suggestions'],
  summary: 'Your suggestions, with their state and reply, latest first',
  reply: z.array(Suggestion),
})

export const AdminSuggestion = z.extend(Suggestion, {
  sender: PersonWithEmail,
  /** Who last set its state; null if no one has, or the administrator's account was deleted. */
  answeredBy: z.nullable(Person),
  /** For an open request: restaurants of the campus that may be the same place, likeliest first. */
  doubles: z.array(z.extend(SuggestedPlace, { disabled: z.boolean() })),
})
export type AdminSuggestion = z.output<typeof AdminSuggestion>

export const listAdminSuggestions = endpoint('GET /api/admin/suggestions', 'admin', {
  topics: ['suggestions'],
  summary: 'All suggestions, or those in one state, latest first',
  query: z.extend(PageQuery, {
    state: described(z.optional(z.enum(suggestionStates)), 'Only items in this state.'),
  }),
  reply: z.array(AdminSuggestion),
})

export const getAdminSuggestion = endpoint('GET /api/admin/suggestions/:id', 'admin', {
  topics: ['suggestions'],
  summary: 'One suggestion',
  reply: AdminSuggestion,
})

export const AnswerForm = z.object({ state: z.enum(suggestionStates), reply: Text })
export type AnswerForm = z.output<typeof AnswerForm>

export const answerSuggestion = endpoint('PATCH /api/admin/suggestions/:id', 'admin', {
  summary:
    'Set the state of a suggestion; a new `reply` is mailed to the sender (if left out, the old one stays; null or empty withdraws it). With expectedUpdatedAt, 409 with `current` if another user answered since then',
  body: z.object({
    state: AnswerForm.shape.state,
    reply: z.optional(z.nullable(Text)),
    expectedUpdatedAt: z.optional(Timestamp),
  }),
  reply: AdminSuggestion,
  errors: { 409: errorWith({ current: z.optional(AdminSuggestion) }) },
})
