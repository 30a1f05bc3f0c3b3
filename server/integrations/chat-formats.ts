import type { ChatKind } from '#contract/webhooks.ts'

/** One line in a chat. `text` is plain, and may repeat what people typed; `link` is ours. */
export type ChatLine = { text: string; link: { label: string; url: string } }

/** The line as each service wants it, so that nothing in its text mentions anybody, links or formats. */
export const formats: Record<ChatKind, (line: ChatLine) => { [field: string]: unknown }> = {
  // The block is what Slack shows: its texts are never read as markup. `text` is for notifications, and for services
  // that speak Slack's format but know no blocks.
  slack: ({ text, link }) => ({
    text: `${entities(unlinked(text))} <${link.url}|${entities(link.label)}>`,
    blocks: [
      {
        type: 'rich_text',
        elements: [
          {
            type: 'rich_text_section',
            elements: [
              { type: 'text', text: `${text} ` },
              { type: 'link', url: link.url, text: link.label },
            ],
          },
        ],
      },
    ],
    mrkdwn: true,
    link_names: false,
    unfurl_links: false,
    unfurl_media: false,
  }),

  // Runs of a RichTextBlock are never read as Markdown, and a mention needs an entity, of which there is none.
  teams: ({ text, link }) => ({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          msteams: { width: 'Full' },
          body: [
            {
              type: 'RichTextBlock',
              inlines: [{ type: 'TextRun', text: text.replaceAll(/\{(?=\{)/g, '{ ') }],
            },
          ],
          actions: [{ type: 'Action.OpenUrl', title: link.label, url: link.url }],
        },
      },
    ],
  }),

  discord: ({ text, link }) => ({
    content: `${escaped(text)} ${link.url}`,
    allowed_mentions: { parse: [] },
    // No preview of the page below the line.
    flags: 4,
  }),
}

const entities = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const lookalikes: Record<string, string> = { '*': '∗', _: 'ˍ', '~': '∼', '`': 'ˋ', '[': '(', ']': ')' }

/** Looks the same, but neither emphasizes, nor is it taken for an address or a name: an invisible joiner parts it. */
const unlinked = (text: string) =>
  text
    .replaceAll(/[*_~`[\]]/g, character => lookalikes[character] ?? '')
    .replaceAll(/[@#](?=\S)|:(?=\/\/)|\.(?=\p{L})/gu, '$&\u2060')

/** Discord takes the sign after a backslash literally. Some mean something at the beginning of a line only. */
const escaped = (text: string) =>
  text
    .replaceAll(/[\\*_~`|[\]<>@#]|:(?=\/\/)/g, '\\$&')
    .replace(/^[-+]/, '\\$&')
    .replace(/^(\d+)([.)])/, '$1\\$2')
