import { test as base } from './fixtures.ts'

/** For journeys whose server uses a fake service, which each worker starts before its server. */
export const withService = <Service extends { stop: () => Promise<void> }>(
  start: () => Promise<Service>,
  environmentFor: (service: Service) => Record<string, string>,
) =>
  base.extend<object, { service: Service }>({
    service: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from here
      async ({}, use) => {
        const service = await start()
        await use(service)
        await service.stop()
      },
      { scope: 'worker' },
    ],
    environment: [async ({ service }, use) => use(environmentFor(service)), { scope: 'worker' }],
  })
