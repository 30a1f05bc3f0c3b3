import { clsx } from 'clsx'
import { useId } from 'react'
import { sizeLabel } from '#web/lib/size-label.ts'
import { Banner } from '#web/ui/banner.tsx'
import { cardClass } from '#web/ui/card.tsx'

/** The storage used by all images, and the quota. */
export function StorageMeter({ bytes, quota }: { bytes: number; quota: number }) {
  const id = useId()
  const share = bytes / quota
  const percent = Math.round(share * 100)
  return (
    <div className="flex shrink-0 flex-col gap-3">
      <div className={cardClass('px-5 py-4')}>
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span id={id} className="font-semibold">
            Storage
          </span>
          <span className="text-muted tabular-nums">
            <strong className="text-ink">{sizeLabel(bytes)}</strong> of {sizeLabel(quota)} ({percent}%)
          </span>
        </div>
        <meter aria-labelledby={id} min={0} max={quota} value={bytes} className="sr-only">
          {sizeLabel(bytes)} of {sizeLabel(quota)}
        </meter>
        <div aria-hidden="true" className="mt-2 h-2.5 overflow-hidden rounded-full bg-sunken">
          <span
            style={{ width: `${Math.min(100, Math.max(bytes > 0 ? 1 : 0, share * 100))}%` }}
            className={clsx(
              'block h-full rounded-full',
              share > 1 ? 'bg-brick' : share > 0.8 ? 'bg-saffron' : 'bg-olive',
            )}
          />
        </div>
      </div>
      {share > 1 && (
        <Banner quiet severity="warning" title="The images take more space than intended">
          Uploads still work. Remove images that are no longer needed; sort by size to find the largest.
        </Banner>
      )}
    </div>
  )
}
