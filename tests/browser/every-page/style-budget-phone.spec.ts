import { expect, test, waitForContent } from '../support/fixtures.ts'

interface TraceEvent {
  name: string
  args?: { elementCount?: number }
}

test('what is added to the page styles a few elements, not the whole page', async ({
  page,
  context,
  signIn,
}) => {
  await signIn()
  await page.goto('/?campus=matthews')
  await waitForContent(page)
  await expect(page.locator('ol.toasts')).toBeAttached()
  const devtools = await context.newCDPSession(page)
  const styled: number[] = []
  devtools.on('Tracing.dataCollected', ({ value }) => {
    for (const { name, args } of value as unknown as TraceEvent[])
      if (name === 'UpdateLayoutTree') styled.push(args?.elementCount ?? 0)
  })
  const traceConfig = { includedCategories: ['devtools.timeline'] }
  await devtools.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig })
  for (const tag of ['span', 'section', 'button'])
    await page.evaluate(async tag => {
      document.querySelector('header')?.append(document.createElement(tag))
      await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    }, tag)
  const complete = new Promise(resolve => devtools.once('Tracing.tracingComplete', resolve))
  await devtools.send('Tracing.end')
  await complete
  expect(styled.length).toBeGreaterThan(0)
  expect(Math.max(...styled)).toBeLessThan(60)
})
