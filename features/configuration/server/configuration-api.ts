import type { FastifyInstance } from 'fastify'
import { getConfigStatus } from '#kit/contract/config-status.ts'
import type { Deps } from '#kit/server/deps.ts'
import { serve } from '#kit/server/http/serve.ts'
import { getInstallation, testService } from '../contract.ts'
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
