import type { ChatKind } from '../contract.ts'

/** A line in a chat. `text` is plain text that may contain user input; `link` leads to this application. */
export type ChatLine = { text: string; link: { label: string; url: string } }

/** The line in each service's format, in which its text can't mention anyone, link or be formatted. */
export const formats: Record<ChatKind, (line: ChatLine) => { [field: string]: unknown }> = {
  // Slack shows the block, whose text elements are never parsed as markup. `text` is for notifications, and for other
  // services that use Slack's format but don't support blocks.
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

  // Text runs of a RichTextBlock are never parsed as Markdown, and a mention would need an entity, which is not sent.
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
    // Suppresses the preview of the linked page.
    flags: 4,
  }),
}

const entities = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const lookalikes: Record<string, string> = { '*': '∗', _: 'ˍ', '~': '∼', '`': 'ˋ', '[': '(', ']': ')' }

/**
 * Prevents formatting, links and mentions in a text that looks the same: lookalikes replace markup characters, and
 * invisible word joiners break up URLs and names.
 */
const unlinked = (text: string) =>
  text
    .replaceAll(/[*_~`[\]]/g, character => lookalikes[character] ?? '')
    .replaceAll(/[@#](?=\S)|:(?=\/\/)|\.(?=\p{L})/gu, '$&\u2060')

/** Discord takes the character after a backslash literally. Some are special only at the beginning of a line. */
const escaped = (text: string) =>
  text
    .replaceAll(/[\\*_~`|[\]<>@#]|:(?=\/\/)/g, '\\$&')
    .replace(/^[-+]/, '\\$&')
    .replace(/^(\d+)([.)])/, '$1\\$2')
