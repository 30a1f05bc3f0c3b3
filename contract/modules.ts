import * as accounts from './accounts.ts'
import * as adminRatings from './admin-ratings.ts'
import * as alerts from './alerts.ts'
import * as auditLogs from './audit-logs.ts'
import * as backups from './backups.ts'
import * as calendar from './calendar.ts'
import * as campuses from './campuses.ts'
import * as configStatus from './config-status.ts'
import * as configuration from './configuration.ts'
import * as departments from './departments.ts'
import * as distances from './distances.ts'
import * as errors from './errors.ts'
import * as favorites from './favorites.ts'
import * as fields from './fields.ts'
import * as images from './images.ts'
import * as importFields from './import-fields.ts'
import * as importRuns from './import-runs.ts'
import * as imports from './imports.ts'
import * as logout from './logout.ts'
import * as lunchOptions from './lunch-options.ts'
import * as lunchSuggestions from './lunch-suggestions.ts'
import * as lunches from './lunches.ts'
import * as mails from './mails.ts'
import * as map from './map.ts'
import * as oidc from './oidc.ts'
import * as osm from './osm.ts'
import * as overview from './overview.ts'
import * as ownProfileImage from './own-profile-image.ts'
import * as passkeys from './passkeys.ts'
import * as people from './people.ts'
import * as personFields from './person-fields.ts'
import * as picks from './picks.ts'
import * as placeFields from './place-fields.ts'
import * as profileImages from './profile-images.ts'
import * as publicConfig from './public-config.ts'
import * as push from './push.ts'
import * as ratings from './ratings.ts'
import * as reminders from './reminders.ts'
import * as restaurantImages from './restaurant-images.ts'
import * as restaurants from './restaurants.ts'
import * as sessions from './sessions.ts'
import * as settings from './settings.ts'
import * as standingLunches from './standing-lunches.ts'
import * as suggestions from './suggestions.ts'
import * as taste from './taste.ts'
import * as tokens from './tokens.ts'
import * as trash from './trash.ts'
import * as travel from './travel.ts'
import * as users from './users.ts'
import * as visits from './visits.ts'
import * as webhooks from './webhooks.ts'
import * as websites from './websites.ts'
import * as yelp from './yelp.ts'

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
