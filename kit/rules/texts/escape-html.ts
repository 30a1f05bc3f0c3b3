const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A text as it is written inside an element or an attribute of HTML. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, character => entities[character] ?? '')
