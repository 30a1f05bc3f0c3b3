import { useRef } from 'react'
import { AddressLines } from '#features/restaurants/web/address-lines.tsx'
import type { RowError } from '#kit/contract/import-fields.ts'
import { Pager } from '#kit/web/list/list-controls.tsx'
import { pageSize } from '#kit/web/list/list-page.ts'
import { Table } from '#kit/web/list/table.tsx'
import { param } from '#kit/web/router/params.ts'
import { urlParams, useParams } from '#kit/web/router/search-params.ts'
import { Badge, type BadgeTone } from '#kit/web/ui/badge.tsx'
import { Segmented } from '#kit/web/ui/inputs/segmented.tsx'
import { LiveText } from '#kit/web/ui/live-text.tsx'
import type { ImportedRestaurant } from '../../contract.ts'

const statuses = ['new', 'duplicate', 'faulty'] as const
const previewParams = { rows: param.oneOf(statuses), page: param.whole(1, Number.MAX_SAFE_INTEGER) }
type Status = ImportedRestaurant['status']

const statusLabels: Record<Status, string> = { new: 'New', duplicate: 'Duplicate', faulty: 'Faulty' }

interface ImportPreviewProps {
  rows: readonly ImportedRestaurant[]
  /** Each row has its own; one about the header is about the whole file. */
  remarks: readonly RowError[] | undefined
}

/** The rows of the chosen file with what the import will do to each, page by page. */
export function ImportPreview({ rows, remarks: [first] = [] }: ImportPreviewProps) {
  const { rows: shown, page: asked = 1 } = useParams(previewParams)
  const list = useRef<HTMLDivElement>(null)
  const countOf = (status: Status) => rows.filter(row => row.status === status).length
  const counts = { new: countOf('new'), duplicate: countOf('duplicate'), faulty: countOf('faulty') }
  const visibleRows = shown ? rows.filter(({ status }) => status === shown) : rows
  const pages = Math.max(1, Math.ceil(visibleRows.length / pageSize))
  const page = Math.min(pages, asked)
  const label = (count: number, words: string) => `${words} (${count.toLocaleString('en-US')})`
  return (
    <div ref={list} className="flex scroll-mt-20 flex-col gap-4">
      <LiveText>
        {statuses.map(status => `${counts[status]} ${statusLabels[status].toLowerCase()}`).join(', ')}
      </LiveText>
      <Segmented<Status | 'all'>
        label="Which rows"
        value={shown ?? 'all'}
        onChange={value => urlParams.refine({ rows: value === 'all' ? undefined : value, page: undefined })}
        options={[
          { value: 'all', label: label(rows.length, 'All rows') },
          ...statuses.map(status => ({ value: status, label: label(counts[status], statusLabels[status]) })),
        ]}
      />
      {first && first.row < (rows[0]?.row ?? 0) && <p>{first.message}</p>}
      {visibleRows.length === 0 ? (
        <p className="py-6 text-center text-muted">There are no such rows in the file.</p>
      ) : (
        <Table
          key={`${shown} ${page}`}
          caption="Rows of the file"
          rows={visibleRows.slice((page - 1) * pageSize, page * pageSize)}
          rowKey={({ row }) => row}
          rowHeader="name"
          columns={[
            {
              key: 'row',
              header: 'Row',
              align: 'right',
              cell: ({ row }) => row.toLocaleString('en-US'),
              card: 'beside',
              label: 'Row',
              className: 'max-lg:text-muted',
            },
            {
              key: 'status',
              header: 'Status',
              cell: row => <StatusBadge status={row.status} />,
              card: 'beside',
            },
            { key: 'name', header: 'Name', cell: row => <Named row={row} />, className: 'max-lg:text-base' },
            { key: 'cuisine', header: 'Category', cell: row => row.cuisine, card: 'beside' },
            { key: 'price', header: 'Price', cell: row => row.price, card: 'beside' },
            {
              key: 'phone',
              header: 'Phone',
              cell: row => row.phone,
              card: 'beside',
              className: 'whitespace-nowrap',
            },
            {
              key: 'website',
              header: 'Website',
              cell: ({ websiteUrl }) => (
                <span className="line-clamp-2 max-w-56 break-all text-sm">{websiteUrl}</span>
              ),
              wideOnly: true,
              card: 'none',
            },
          ]}
        />
      )}
      <Pager
        page={page}
        total={visibleRows.length}
        goTo={next => {
          urlParams.refine({ page: next > 1 ? next : undefined })
          list.current?.scrollIntoView()
        }}
      />
    </div>
  )
}

const tones: Record<Status, BadgeTone> = { new: 'olive', duplicate: 'saffron', faulty: 'brick' }

function StatusBadge({ status }: { status: Status }) {
  return <Badge tone={tones[status]}>{statusLabels[status]}</Badge>
}

function Named({ row: { name, address, message, remarks = [], status } }: { row: ImportedRestaurant }) {
  return (
    <span className="wrap-anywhere block max-w-md">
      <span className="font-semibold">{name || <span className="text-muted">No name</span>}</span>
      <AddressLines address={address || 'No address'} />
      {message && (
        <span
          className={
            status === 'faulty' ? 'block font-medium text-brick-ink text-sm' : 'block font-normal text-sm'
          }
        >
          {message}
        </span>
      )}
      {status === 'new' &&
        remarks.map(remark => (
          <span key={remark} className="block font-normal text-sm">
            {remark}
          </span>
        ))}
    </span>
  )
}
