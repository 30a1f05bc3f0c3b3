import { FileDown, FileUp } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { importColumns } from '#kit/contract/csv-columns.ts'
import { counted } from '#kit/rules/texts/counted.ts'
import type { ApiError } from '#kit/web/api/call.ts'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { downloadCsv } from '#kit/web/browser/download-csv.ts'
import { FieldError } from '#kit/web/forms/field.tsx'
import type { DialogProps } from '#kit/web/list/row-actions.tsx'
import { Dialog } from '#kit/web/overlays/dialog.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { FileButton } from '#kit/web/ui/inputs/file-button.tsx'
import { importRatings } from '../../admin-ratings-contract.ts'
import { optionalHeader, ratingColumns } from '../../rating-columns.ts'
import { ImportPreview, type Preview } from './import-preview.tsx'

const columns = importColumns(ratingColumns)
const headers = columns.map(column => (column.isRequired ? column.header : optionalHeader(column)))

/** Lets the user choose a file, previews the import, and imports it. */
export function ImportRatingsDialog({ onClose }: DialogProps) {
  const { orgEmailDomain } = usePublicConfig()
  const [file, setFile] = useState<File>()
  const preview = useImportRatings()
  const write = useImportRatings()
  const found = preview.data

  const look = (chosen: File) => {
    setFile(chosen)
    write.reset()
    preview.mutate({ query: { preview: 'true' }, file: chosen })
  }
  const save = () => {
    if (file) write.mutate({ file }, { onSuccess: ({ errors }) => errors.length === 0 && onClose() })
  }
  const downloadTemplate = () =>
    downloadCsv('ratings-import-template.csv', [
      headers,
      columns.map(({ example }) => example.replace('@example.org', `@${orgEmailDomain}`)),
    ])

  return (
    <Dialog
      onClose={onClose}
      title="Import Ratings"
      description="From a CSV file. A preview shows what it does before anything is saved."
      footer={
        <>
          <Button onClick={onClose}>{write.isSuccess ? 'Close' : 'Cancel'}</Button>
          {found && !write.isSuccess && (
            <Button variant="primary" disabled={found.imported === 0} busy={write.isPending} onClick={save}>
              Import {counted(found.imported, 'rating')}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <div className="flex flex-wrap gap-3">
          <FileButton
            icon={<FileUp />}
            variant={file ? 'secondary' : 'primary'}
            busy={preview.isPending}
            accept=".csv,text/csv"
            fileLabel="CSV file of ratings"
            onChoose={look}
          >
            {file ? 'Choose another file' : 'Choose a CSV file'}
          </FileButton>
          <Button variant="quiet" icon={<FileDown />} onClick={downloadTemplate}>
            Download template
          </Button>
        </div>
        <Stage file={file} found={found} error={preview.error ?? write.error}>
          {write.data && (
            <p role="status" className="font-semibold text-olive-ink">
              Successfully imported {counted(write.data.imported, 'rating')}.
            </p>
          )}
        </Stage>
      </div>
    </Dialog>
  )
}

interface StageProps {
  file: File | undefined
  found: Preview | undefined
  error: ApiError | null
  children: ReactNode
}

function Stage({ file, found, error, children }: StageProps) {
  if (!file) {
    return (
      <div className="text-muted text-sm">
        <p>The first line names the columns:</p>
        <ul className="mt-1 list-disc pl-5">
          {headers.map(header => (
            <li key={header}>{header}</li>
          ))}
        </ul>
        <p className="mt-3">
          With the columns Restaurant and Campus, as in an export, ratings also find their restaurants where
          these have other IDs.
        </p>
      </div>
    )
  }
  return (
    <>
      <p className="wrap-anywhere font-semibold">{file.name}</p>
      {children}
      <FieldError error={error ? reasons(error) : undefined} />
      {found && !error && <ImportPreview {...found} />}
    </>
  )
}

function reasons({ message, extra }: ApiError): string {
  return typeof extra.details === 'string' ? `${message}. ${extra.details}` : message
}

const maxErrorsShown = 3

function useImportRatings() {
  return useWrite(importRatings, {
    touches: ['restaurants'],
    done: ({ imported, errors }, { query }) => {
      if (query?.preview) return undefined
      if (errors.length === 0) {
        return {
          title: 'Import Successful',
          description: `Successfully imported ${counted(imported, 'rating')}.`,
        }
      }
      const first = errors.slice(0, maxErrorsShown).map(({ message }) => message)
      const more = errors.length - first.length
      return {
        title: `${counted(errors.length, 'error')} occurred during import`,
        description: [
          ...first,
          ...(more > 0 ? [`...and ${more} more ${more === 1 ? 'error' : 'errors'}`] : []),
        ].join('\n'),
        variant: 'destructive',
      }
    },
    failed: ({ message }) => ({
      title: message === 'Failed to parse CSV file' ? 'Error parsing CSV' : 'Import failed',
    }),
  })
}
