import type { FastifyInstance } from 'fastify'
import { getConfigStatus } from '#contract/config-status.ts'
import { getInstallation, testService } from '#contract/configuration.ts'
import type { Deps } from '#server/deps.ts'
import { serve } from '#server/http/serve.ts'
import { describeInstallation } from './describe-installation.ts'
import { tryAndRecord } from './try-service.ts'

export function configurationApi(app: FastifyInstance, deps: Deps): void {
  const { yelp, mapbox, geocoder } = deps.config

  serve(app, getConfigStatus, async () => ({
    yelpKeyExists: yelp.apiKey !== null,
    yelpKeyLength: yelp.apiKey?.length ?? 0,
    mapboxTokenExists: mapbox.token !== null,
    mapboxTokenLength: mapbox.token?.length ?? 0,
    geocoder: geocoder.kind,
  }))

  serve(app, getInstallation, async () => ({
    ...(await describeInstallation(deps)),
    proxyNotice: app.proxyNotice(),
  }))

  serve(app, testService, async call => tryAndRecord(deps, call.params.service, call))
}
