// On one engine: a service of others.
import { describe, expect, test } from 'vitest'
import { formats } from './chat-formats.ts'

const url = 'https://lunch.example.org/?lunch=12'
const link = { label: 'Join', url }

describe('text with markup, links or mentions is shown as plain text', () => {
  const hostile = [
    '@channel @here @everyone',
    '<!channel> <!here> <!everyone>',
    '<@U012AB3CD> <#C0123> <!subteam^S012>',
    '<@&123456> <@123> <#123> <:fire:123>',
    '<https://evil.example|Free lunch>',
    '[Free lunch](https://evil.example)',
    '![x](https://evil.example/x.png)',
    'https://evil.example www.evil.example evil.example',
    '*bold* _italic_ ~gone~ `code` ```block``` ||hidden|| __under__',
    '<at>Everyone</at> <b>x</b> &lt;!here&gt;',
    '# Heading',
    '> quote',
    '-# small',
    '- item',
    '1. item',
    `{{DATE(2017-02-14T06:08:00Z)}} ${'$'}{x} @{x}`,
    '{{{DATE(2017-02-14T06:08:00Z)}} {{{{TIME(2017-02-14T06:08:00Z)}}',
    '","blocks":[],"x":"',
    '\\<@123\\>',
  ]

  test.each(hostile)('in Slack: %s [T-203]', text => {
    const body = formats.slack({ text, link })
    // Slack shows the block, which is never parsed as markup.
    expect(body).toMatchObject({
      blocks: [
        {
          elements: [
            {
              elements: [
                { type: 'text', text: `${text} ` },
                { type: 'link', text: 'Join', url },
              ],
            },
          ],
        },
      ],
      link_names: false,
    })
    const fallback = String(body.text)
    expect(fallback.replace(` <${url}|Join>`, '')).not.toMatch(
      /[<>*_~`[\]]|@\w|:\/\/|\w\.\w|&(?!amp;|lt;|gt;)/,
    )
    expect(fallback.endsWith(` <${url}|Join>`)).toBe(true)
  })

  test.each(hostile)('in Teams: %s [T-203]', text => {
    const parted = text.replaceAll(/\{+/g, braces => [...braces].join(' '))
    const body = formats.teams({ text, link })
    const json = JSON.stringify(body)
    expect(json).not.toMatch(/"TextBlock"|"entities"|"mention"|\{\{/)
    expect(body).toMatchObject({
      attachments: [
        {
          content: {
            body: [{ inlines: [{ type: 'TextRun', text: parted }] }],
            actions: [{ url }],
          },
        },
      ],
    })
  })

  test.each(hostile)('in Discord: %s [T-203]', text => {
    const body = formats.discord({ text, link })
    expect(body).toMatchObject({ allowed_mentions: { parse: [] }, flags: 4 })
    const content = String(body.content).replace(` ${url}`, '')
    // Apart from escaped characters, nothing is left that could be markup, a mention or a link.
    const left = content.replaceAll(/\\[^0-9A-Za-z\s]/g, ' ')
    expect(left).not.toMatch(/[\\*_~`|[\]<>@#]|:\/\/|^[-+]|^\d+[.)]/)
    expect(content.replaceAll(/\\([^0-9A-Za-z\s])/g, '$1')).toBe(text)
  })
})
