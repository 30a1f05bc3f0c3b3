import type { FastifyInstance } from 'fastify'
import { write } from '#features/audit/server/write.ts'
import { getConfigStatus } from '#kit/contract/config-status.ts'
import { minutes } from '#kit/rules/units.ts'
import type { Deps } from '#kit/server/deps.ts'
import { countOrRefuse, type RequestLimit, waitAMinute } from '#kit/server/http/limits/request-limits.ts'
import { serve } from '#kit/server/http/serve.ts'
import { getInstallation, testService } from '../contract.ts'
import { describeInstallation } from './describe-installation.ts'
import { attempts } from './try-service.ts'

/** Each trial is a real request to an external service. */
const configTrials: RequestLimit = {
  key: 'config trials of',
  max: 10,
  milliseconds: minutes,
  message: waitAMinute,
}

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

  serve(app, testService, async call => {
    const { service } = call.params
    await countOrRefuse(deps, configTrials, call.viewer.id)
    const { ok, message } = await attempts[service](deps)
    await write(deps, call, async ({ audit }) => audit('CONFIG_TRIED', { service, ok, message }))
    return { ok, message }
  })
}
