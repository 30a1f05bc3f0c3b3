import { FileDown, Table2 } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { downloadCsv, exportName } from '#kit/web/browser/download-csv.ts'
import { Table } from '#kit/web/list/table.tsx'
import { Panel } from '#kit/web/section/panel.tsx'
import { Button } from '#kit/web/ui/button.tsx'

type Cell = string | number | null

interface ChartPanelProps<Row> {
  title: string
  /** What the chart shows, in one sentence. */
  sentence: string
  /** The columns of the table and the CSV file; the first one is the row header. */
  columns: readonly (readonly [header: string, cell: (row: Row) => Cell])[]
  rows: readonly Row[]
  /** The beginning of the CSV file's name. */
  file: string
  children: ReactNode
}

/** A chart, with its numbers as a table (behind a button) and as a CSV file. */
export function ChartPanel<Row>({ title, sentence, columns, rows, file, children }: ChartPanelProps<Row>) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const tableLabel = isOpen ? 'Hide table' : 'Show as table'
  const save = () =>
    downloadCsv(exportName(file), [
      columns.map(([header]) => header),
      ...rows.map(row => columns.map(([, cell]) => cell(row))),
    ])
  return (
    <Panel title={title} lead={sentence}>
      {children}
      <div className="mt-5 flex flex-wrap gap-2">
        <Button
          size="small"
          icon={<Table2 />}
          aria-label={`${tableLabel}: ${title}`}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          {tableLabel}
        </Button>
        <Button size="small" icon={<FileDown />} aria-label={`CSV: ${title}`} onClick={save}>
          CSV
        </Button>
      </div>
      {isOpen && (
        <div id={id} className="mt-4">
          <Table
            caption={`${title}, as a table`}
            columns={columns.map(([header, cell], i) => ({
              key: header,
              header,
              cell: (row: Row) => shown(cell(row)),
              ...(i > 0 && { align: 'right' as const }),
            }))}
            rows={rows}
            rowKey={row => String(columns[0]?.[1](row))}
            asCards={false}
            className="max-h-96"
          />
        </div>
      )}
    </Panel>
  )
}

const shown = (value: Cell) =>
  value === null ? '–' : typeof value === 'number' ? value.toLocaleString('en-US') : value
