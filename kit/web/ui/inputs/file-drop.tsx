import { clsx } from 'clsx'
import { FileUp, X } from 'lucide-react'
import { type DragEvent, useId, useRef, useState } from 'react'
import { sizeLabel } from '#kit/rules/texts/size-label.ts'
import { FieldError } from '#kit/web/forms/field.tsx'
import { IconButton } from '#kit/web/ui/button.tsx'

interface FileDropProps {
  label: string
  /** As in a file input: '.csv,text/csv'. */
  accept: string
  hint?: string
  file: { name: string; size: number } | undefined
  onChange: (file: File | undefined) => void
  error?: string
  disabled?: boolean
}

/** One file, chosen by hand or dropped here. */
export function FileDrop({ label, accept, hint, file, onChange, error, disabled }: FileDropProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)

  const hover = (event: DragEvent) => {
    event.preventDefault()
    setOver(!disabled)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [dropped] = event.dataTransfer.files
    if (dropped && !disabled) onChange(dropped)
  }
  return (
    <div className="flex flex-col gap-1.5">
      <span className="font-semibold text-[0.9375rem]" aria-hidden="true">
        {label}
      </span>
      <div className="relative">
        <label
          onDragEnter={hover}
          onDragOver={hover}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
          className={clsx(
            'flex min-h-28 items-center gap-4 rounded-md border-2 border-dashed py-4 pl-5 transition-colors',
            'has-focus-visible:outline-3 has-focus-visible:outline-focus has-focus-visible:outline-offset-2',
            file ? 'pr-14' : 'pr-5',
            error ? 'border-brick' : isOver ? 'border-terracotta' : 'border-edge',
            isOver ? 'bg-terracotta-tint' : 'bg-raised',
            disabled ? 'opacity-60' : 'hover:border-terracotta',
          )}
        >
          <input
            ref={input}
            type="file"
            accept={accept}
            disabled={disabled}
            aria-label={label}
            aria-invalid={error ? true : undefined}
            aria-describedby={clsx(`${id}-file`, error && `${id}-error`)}
            onChange={event => {
              const [chosen] = event.target.files ?? []
              if (chosen) onChange(chosen)
              // Choosing the same file again, now fixed, must count as a change.
              event.target.value = ''
            }}
            className="sr-only"
          />
          <FileUp className="size-7 shrink-0 text-terracotta-ink" strokeWidth={1.7} />
          <span id={`${id}-file`} className="min-w-0">
            <span className="block wrap-anywhere font-semibold">
              {file?.name ?? 'Drop a file here, or choose one'}
            </span>
            <span className="block text-muted text-sm">{file ? sizeLabel(file.size) : hint}</span>
          </span>
        </label>
        {file && !disabled && (
          <IconButton
            label="Remove file"
            onClick={() => {
              onChange(undefined)
              input.current?.focus()
            }}
            className="!absolute inset-y-0 right-2 my-auto"
          >
            <X />
          </IconButton>
        )}
      </div>
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}
