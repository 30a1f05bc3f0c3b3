import { writeCsv } from '#domain/csv.ts'

/** Hands a table to the browser as a file that spreadsheets open right: with the mark that says it is UTF-8. */
export function downloadCsv(name: string, rows: Parameters<typeof writeCsv>[0]): void {
  downloadText(name, `\uFEFF${writeCsv(rows)}`)
}

/** `restaurants-export-2026-11-20.csv`, by the calendar of whoever exports. */
export function exportName(what: string, now = new Date()): string {
  const [month, day] = [now.getMonth() + 1, now.getDate()].map(part => String(part).padStart(2, '0'))
  return `${what}-export-${now.getFullYear()}-${month}-${day}.csv`
}

function downloadText(name: string, text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  link.download = name
  link.click()
  // The browser takes hold of it a moment after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
