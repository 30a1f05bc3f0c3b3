import * as accounts from '#features/accounts/contract.ts'
import * as oidc from '#features/accounts/oidc-contract.ts'
import * as ownProfileImage from '#features/accounts/own-profile-image-contract.ts'
import * as passkeys from '#features/accounts/passkeys-contract.ts'
import * as people from '#features/accounts/people-contract.ts'
import * as profileImages from '#features/accounts/profile-images-contract.ts'
import * as sessions from '#features/accounts/sessions-contract.ts'
import * as tokens from '#features/accounts/tokens-contract.ts'
import * as users from '#features/accounts/users-contract.ts'
import * as alerts from '#features/alerts/contract.ts'
import * as auditLogs from '#features/audit/contract.ts'
import * as backups from '#features/backups/contract.ts'
import * as campuses from '#features/campuses/contract.ts'
import * as webhooks from '#features/chat/contract.ts'
import * as configuration from '#features/configuration/contract.ts'
import * as departments from '#features/departments/contract.ts'
import * as distances from '#features/distances/contract.ts'
import * as favorites from '#features/favorites/contract.ts'
import * as configStatus from '#features/geocoding/contract.ts'
import * as images from '#features/images/contract.ts'
import * as imports from '#features/imports/contract.ts'
import * as importRuns from '#features/imports/import-runs-contract.ts'
import * as osm from '#features/imports/osm-contract.ts'
import * as yelp from '#features/imports/yelp-contract.ts'
import * as calendar from '#features/lunches/calendar-contract.ts'
import * as lunches from '#features/lunches/contract.ts'
import * as lunchOptions from '#features/lunches/lunch-options.ts'
import * as lunchSuggestions from '#features/lunches/lunch-suggestions-contract.ts'
import * as reminders from '#features/lunches/reminders-contract.ts'
import * as standingLunches from '#features/lunches/standing-lunches-contract.ts'
import * as mails from '#features/mail/contract.ts'
import * as map from '#features/map/contract.ts'
import * as overview from '#features/overview/contract.ts'
import * as picks from '#features/picks/contract.ts'
import * as push from '#features/push/contract.ts'
import * as adminRatings from '#features/ratings/admin-ratings-contract.ts'
import * as ratings from '#features/ratings/contract.ts'
import * as restaurants from '#features/restaurants/contract.ts'
import * as placeFields from '#features/restaurants/place-fields.ts'
import * as restaurantImages from '#features/restaurants/restaurant-images-contract.ts'
import * as travel from '#features/restaurants/travel-contract.ts'
import * as websites from '#features/restaurants/websites-contract.ts'
import * as settings from '#features/settings/contract.ts'
import * as suggestions from '#features/suggestions/contract.ts'
import * as taste from '#features/taste/contract.ts'
import * as trash from '#features/trash/contract.ts'
import * as visits from '#features/visits/contract.ts'
import * as errors from '#kit/contract/errors.ts'
import * as fields from '#kit/contract/fields.ts'
import * as importFields from '#kit/contract/import-fields.ts'
import * as logout from '#kit/contract/logout.ts'
import * as personFields from '#kit/contract/person-fields.ts'
import * as publicConfig from '#kit/contract/public-config.ts'

/** The modules with the calls of the API, as the tags of its description. */
const described = {
  accounts: ['Registration, verification, passwords, and a user’s own profile.', accounts],
  'admin-ratings': ['All ratings, for administrators.', adminRatings],
  alerts: ['System alerts, called emergency messages in addresses.', alerts],
  'audit-logs': ['The audit log.', auditLogs],
  backups: ['Backups, and restoring them.', backups],
  calendar: ['Lunches as calendar files and feeds.', calendar],
  campuses: ['Campuses, and the chats they post to.', campuses],
  configuration: ['How the installation is set up.', { ...configStatus, ...configuration }],
  departments: ['Departments.', departments],
  distances: ['Distances and travel times from the campuses.', { ...distances, ...travel }],
  favorites: ['A user’s favorite restaurants.', favorites],
  images: [
    'Profile images and images of restaurants.',
    { ...images, ...ownProfileImage, ...restaurantImages },
  ],
  'import-runs': ['Imports in the background, and undoing them.', importRuns],
  imports: ['Restaurants from CSV files.', imports],
  lunches: ['Lunches together: starting, voting, joining and deciding.', lunches],
  'lunch-suggestions': ['Places that the people of a lunch would like together.', lunchSuggestions],
  mails: ['The mail queue and its setup.', mails],
  map: ['The file of the base map.', map],
  oidc: ['Single sign-on with OpenID Connect.', oidc],
  osm: ['Restaurants from OpenStreetMap.', osm],
  overview: ['Figures for administrators.', overview],
  passkeys: ['Passkeys, and signing in with them.', passkeys],
  'profile-images': ['All profile images, for administrators.', profileImages],
  push: ['Notifications of lunches, and the browsers that get them.', push],
  ratings: ['Ratings and their averages.', ratings],
  reminders: ['When a user is reminded of lunches by mail.', reminders],
  restaurants: [
    'Restaurants: lists, the random pick, and changes by administrators.',
    { ...restaurants, ...picks },
  ],
  sessions: ['Signing in and out, and who is signed in.', { ...sessions, ...logout }],
  settings: ['Settings of the installation.', { ...settings, ...publicConfig }],
  'standing-lunches': ['Lunches that repeat on days of the week.', standingLunches],
  suggestions: ['Suggestions and corrections that users send.', suggestions],
  taste: ['Recommendations.', taste],
  tokens: ['Access tokens for programs.', tokens],
  trash: ['Deleted items that can be restored.', trash],
  users: ['All accounts, for administrators.', users],
  visits: ['Where a user ate, and restaurants they have hidden.', visits],
  websites: ['Checks of the restaurants’ websites.', websites],
  yelp: ['Restaurants from Yelp.', yelp],
} satisfies Record<string, [description: string, exports: Record<string, unknown>]>

/** The modules that have only schemas. */
const schemaModules = [
  errors,
  fields,
  importFields,
  lunchOptions,
  people,
  personFields,
  placeFields,
  webhooks,
]

/** Every module whose exports the description of the API is made from; the names of the exports are those in it. */
export const apiModules = [
  ...Object.entries(described).map(([name, [description, exports]]) => ({ name, description, exports })),
  ...schemaModules.map(exports => ({ name: null, description: '', exports })),
]
