import { writeCsv } from '#kit/rules/texts/csv.ts'

/** Downloads a table as CSV, with the byte order mark that makes spreadsheets read it as UTF-8. */
export function downloadCsv(name: string, rows: Parameters<typeof writeCsv>[0]): void {
  downloadText(name, `\uFEFF${writeCsv(rows)}`)
}

/** `restaurants-export-2026-11-20.csv`, by the user's local date. */
export function exportName(what: string, now = new Date()): string {
  const [month, day] = [now.getMonth() + 1, now.getDate()].map(part => String(part).padStart(2, '0'))
  return `${what}-export-${now.getFullYear()}-${month}-${day}.csv`
}

function downloadText(name: string, text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  link.download = name
  link.click()
  // The browser needs the URL until shortly after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
