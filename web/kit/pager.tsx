import { ChevronLeft, ChevronRight } from 'lucide-react'
import { IconButton } from '#web/ui/button.tsx'

interface PagerProps {
  page: number
  pageSize: number
  total: number
  goTo: (page: number) => void
}

export function Pager({ page, pageSize, total, goTo }: PagerProps) {
  const pages = Math.ceil(total / pageSize)
  const first = (page - 1) * pageSize + 1
  return (
    <nav aria-label="Pages" className="flex items-center justify-end gap-1 pt-2">
      <p className="mr-3 text-muted text-sm tabular-nums">
        {first.toLocaleString('en-US')}–{Math.min(total, page * pageSize).toLocaleString('en-US')} of{' '}
        {total.toLocaleString('en-US')}
      </p>
      <IconButton label="Previous page" disabled={page <= 1} onClick={() => goTo(page - 1)}>
        <ChevronLeft />
      </IconButton>
      <IconButton label="Next page" disabled={page >= pages} onClick={() => goTo(page + 1)}>
        <ChevronRight />
      </IconButton>
    </nav>
  )
}
