import { clsx } from 'clsx'
import { ImageUp, Trash2, Undo2 } from 'lucide-react'
import { useId } from 'react'
import { imageTypes } from '#features/images/contract.ts'
import { useImageFile } from '#features/images/web/image-file.ts'
import { FieldError } from '#kit/web/forms/field.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { FileButton } from '#kit/web/ui/inputs/file-button.tsx'
import { Picture } from '#kit/web/ui/picture.tsx'
import type { ImageChoice } from './restaurant-form-values.ts'

interface RestaurantImageFieldProps {
  value: ImageChoice
  onChange: (value: ImageChoice) => void
  /** The current picture. */
  imageUrl: string | null
  error: string | undefined
}

/** Lets the user choose a picture and shows it; saving the form uploads it. */
export function RestaurantImageField({ value, onChange, imageUrl, error }: RestaurantImageFieldProps) {
  const id = useId()
  const chosen = useImageFile(value instanceof File ? value : null)
  const shown = chosen.url ?? (value === 'none' ? null : imageUrl)
  return (
    <fieldset className="flex flex-wrap items-center gap-4">
      <legend className="mb-1.5 font-semibold text-[0.9375rem]">Image</legend>
      <div className="relative grid aspect-4/3 w-36 shrink-0 place-items-center overflow-hidden rounded-md border border-line bg-sunken">
        {shown ? (
          <Picture src={shown} alt="Preview" className="absolute inset-0 size-full object-cover" />
        ) : (
          <span className="px-3 text-center text-muted text-sm">No image</span>
        )}
      </div>
      <div className="flex min-w-0 flex-1 basis-40 flex-col items-start gap-2">
        <div className="flex flex-wrap gap-2">
          <FileButton
            size="small"
            icon={<ImageUp />}
            accept={imageTypes.join(',')}
            fileLabel="Image file"
            onChoose={onChange}
            aria-describedby={clsx(`${id}-hint`, error && `${id}-error`)}
            data-invalid={error && true}
          >
            {shown ? 'Change image' : 'Choose image'}
          </FileButton>
          {value !== 'keep' && (
            <Button size="small" variant="quiet" icon={<Undo2 />} onClick={() => onChange('keep')}>
              Undo
            </Button>
          )}
          {value === 'keep' && imageUrl && (
            <Button size="small" variant="quiet" icon={<Trash2 />} onClick={() => onChange('none')}>
              Remove
            </Button>
          )}
        </div>
        <p id={`${id}-hint`} className="text-muted text-sm">
          JPG, PNG or WebP, at most 5MB
        </p>
        <FieldError id={`${id}-error`} error={error} />
      </div>
    </fieldset>
  )
}
