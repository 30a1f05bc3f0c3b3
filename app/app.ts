import type { FastifyInstance } from 'fastify'
import { passkeysApi } from '#features/accounts/server/passkeys/passkeys-api.ts'
import { passwordApi } from '#features/accounts/server/password/password-api.ts'
import { profileImagesApi } from '#features/accounts/server/profile-images/profile-images-api.ts'
import { pushApi } from '#features/accounts/server/push-devices/push-api.ts'
import { registrationApi } from '#features/accounts/server/registration/registration-api.ts'
import { completeSessionCookies } from '#features/accounts/server/sessions/resolve-viewer.ts'
import { cookieName } from '#features/accounts/server/sessions/session.ts'
import { sessionsApi } from '#features/accounts/server/sessions/sessions-api.ts'
import { oidcApi } from '#features/accounts/server/single-sign-on/oidc-api.ts'
import { tokensApi } from '#features/accounts/server/tokens/tokens-api.ts'
import { profileApi } from '#features/accounts/server/users/profile-api.ts'
import { usersApi } from '#features/accounts/server/users/users-api.ts'
import { alertsApi, trashedAlerts } from '#features/alerts/server/alerts-api.ts'
import { auditApi } from '#features/audit/server/audit-api.ts'
import { backupsApi } from '#features/backups/server/backups-api.ts'
import { readBackupStatus } from '#features/backups/server/schedule/backup-status.ts'
import { campusWebhooksApi } from '#features/campuses/server/campus-webhooks-api.ts'
import { campusesApi } from '#features/campuses/server/campuses-api.ts'
import { chatChannel } from '#features/chat/server/chat-poster.ts'
import { configurationApi } from '#features/configuration/server/configuration-api.ts'
import { departmentsApi } from '#features/departments/server/departments-api.ts'
import { distancesApi } from '#features/distances/server/distances-api.ts'
import { favoritesApi } from '#features/favorites/server/favorites-api.ts'
import { imagesApi } from '#features/images/server/images-api.ts'
import { importsApi } from '#features/imports/server/csv/imports-api.ts'
import { osmApi } from '#features/imports/server/osm/osm-api.ts'
import { importRunsApi } from '#features/imports/server/runs/import-runs-api.ts'
import { yelpApi } from '#features/imports/server/yelp/yelp-api.ts'
import { calendarApi } from '#features/lunches/server/calendar/calendar-api.ts'
import { groupPicksApi } from '#features/lunches/server/group-picks/group-picks-api.ts'
import { lunchHostApi } from '#features/lunches/server/lunch-host-api.ts'
import { lunchPeopleApi } from '#features/lunches/server/lunch-people-api.ts'
import { lunchesApi } from '#features/lunches/server/lunches-api.ts'
import { remindersApi } from '#features/lunches/server/reminders/reminders-api.ts'
import { standingDaysApi } from '#features/lunches/server/standing/standing-days-api.ts'
import { standingHostApi } from '#features/lunches/server/standing/standing-host-api.ts'
import { standingLunchesApi } from '#features/lunches/server/standing/standing-lunches-api.ts'
import { mailsApi } from '#features/mail/server/mails-api.ts'
import { mailChannel } from '#features/mail/server/queue-mail.ts'
import { testMailApi } from '#features/mail/server/test-mail-api.ts'
import { mapApi } from '#features/map/server/map-api.ts'
import { overviewApi } from '#features/overview/server/overview-api.ts'
import { picksApi } from '#features/picks/server/picks-api.ts'
import { pushChannel } from '#features/push/server/push-devices-store.ts'
import { adminRatingsApi } from '#features/ratings/server/admin-ratings-api.ts'
import { averagesApi } from '#features/ratings/server/averages-api.ts'
import { ratingsApi } from '#features/ratings/server/ratings-api.ts'
import { trashedRatings } from '#features/ratings/server/trashed-ratings.ts'
import { adminRestaurantsApi } from '#features/restaurants/server/admin-restaurants-api.ts'
import { calculateDistanceApi } from '#features/restaurants/server/position/calculate-distance-api.ts'
import { restaurantImagesApi } from '#features/restaurants/server/restaurant-images-api.ts'
import { restaurantsApi } from '#features/restaurants/server/restaurants-api.ts'
import { trashedRestaurants } from '#features/restaurants/server/trashed-restaurants.ts'
import { settingsApi } from '#features/settings/server/settings-api.ts'
import { suggestionsApi } from '#features/suggestions/server/suggestions-api.ts'
import { tasteApi } from '#features/taste/server/taste-api.ts'
import { trashApi } from '#features/trash/server/trash-api.ts'
import { visitsApi } from '#features/visits/server/visits-api.ts'
import { engineOf } from '#kit/server/database/drivers/dialect.ts'
import { wakeWhenQueued } from '#kit/server/database/transactions.ts'
import type { Deps } from '#kit/server/deps.ts'
import { serveDescription } from '#kit/server/http/openapi/openapi.ts'
import { serveHealthChecks } from '#kit/server/http/site/health.ts'
import { serveSinglePageApp } from '#kit/server/http/site/single-page-app.ts'
import { serveWebManifest } from '#kit/server/http/site/web-manifest.ts'
import { changesChannel } from '#kit/server/jobs/changes-store.ts'
import { apiModules } from './contract.ts'
import { createHttpServer } from './http-server.ts'
import { serveMetrics } from './metrics/serve-metrics.ts'

/** Builds the whole server, not listening yet. With one line per feature, it doubles as a table of contents. */
export async function createApp(deps: Deps): Promise<FastifyInstance> {
  const app = await createHttpServer(deps)
  const { mailer, chatPoster, pushSender } = deps.jobs
  wakeWhenQueued(deps.db, {
    [mailChannel]: mailer,
    [chatChannel]: chatPoster,
    [pushChannel]: pushSender,
    [changesChannel]: deps.changes,
  })

  campusesApi(app, deps)
  campusWebhooksApi(app, deps)
  departmentsApi(app, deps)
  restaurantsApi(app, deps)
  adminRestaurantsApi(app, deps)
  calculateDistanceApi(app, deps)
  ratingsApi(app, deps)
  averagesApi(app, deps)
  adminRatingsApi(app, deps)
  favoritesApi(app, deps)
  lunchesApi(app, deps)
  lunchPeopleApi(app, deps)
  lunchHostApi(app, deps)
  groupPicksApi(app, deps)
  standingLunchesApi(app, deps)
  standingHostApi(app, deps)
  standingDaysApi(app, deps)
  calendarApi(app, deps)
  await remindersApi(app, deps)
  if (deps.config.push.isOn) pushApi(app, deps)
  visitsApi(app, deps)
  tasteApi(app, deps)
  picksApi(app, deps)
  suggestionsApi(app, deps)
  sessionsApi(app, deps)
  oidcApi(app, deps)
  passkeysApi(app, deps)
  tokensApi(app, deps)
  registrationApi(app, deps)
  passwordApi(app, deps)
  profileApi(app, deps)
  usersApi(app, deps)
  settingsApi(app, deps)
  imagesApi(app, deps)
  profileImagesApi(app, deps)
  restaurantImagesApi(app, deps)
  mapApi(app, deps)
  importsApi(app, deps)
  importRunsApi(app, deps)
  distancesApi(app, deps)
  configurationApi(app, deps)
  yelpApi(app, deps)
  osmApi(app, deps)
  alertsApi(app, deps)
  mailsApi(app, deps)
  testMailApi(app, deps)
  auditApi(app, deps)
  trashApi(app, deps, { restaurant: trashedRestaurants(deps), rating: trashedRatings, alert: trashedAlerts })
  backupsApi(app, deps)
  overviewApi(app, deps)

  serveMetrics(app, deps)
  serveHealthChecks(app, deps, async () => ({
    database: engineOf(deps.db),
    backups: await readBackupStatus(deps),
  }))
  serveDescription(app, deps.config, {
    modules: apiModules,
    sessionCookie: cookieName(deps.config, 'session'),
  })
  serveWebManifest(app, deps.config)
  await serveSinglePageApp(app, deps.config, (request, reply) => completeSessionCookies(deps, request, reply))
  return app
}
