import { useMutationState, useQuery } from '@tanstack/react-query'
import { FileDown, FileSearch } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { listCampuses } from '#features/campuses/contract.ts'
import { useCampusName } from '#features/campuses/web/campus-name.ts'
import { restaurantColumns } from '#features/restaurants/restaurant-columns.ts'
import { importColumns, readHeaders } from '#kit/contract/csv-columns.ts'
import type { CallInput } from '#kit/contract/endpoint.ts'
import { counted } from '#kit/rules/texts/counted.ts'
import { read } from '#kit/web/api/queries.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { downloadCsv } from '#kit/web/browser/download-csv.ts'
import { Field } from '#kit/web/forms/field.tsx'
import { focusFirstInvalid } from '#kit/web/forms/focus-first-invalid.ts'
import { Progress } from '#kit/web/loading/progress.tsx'
import { urlParams } from '#kit/web/router/search-params.ts'
import { Banner } from '#kit/web/ui/banner.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { FileDrop } from '#kit/web/ui/inputs/file-drop.tsx'
import { Select } from '#kit/web/ui/inputs/select.tsx'
import { importRestaurants } from '../../contract.ts'
import { importedLabel } from './import-job.ts'
import { ImportPreview } from './import-preview.tsx'

type Problems = { file?: string; campus?: string }

/** Imports one campus's restaurants from a file: first a preview, then the import. */
export function CsvImport() {
  const { data: campuses = [] } = useQuery(read(listCampuses))
  const [file, setFile] = useState<File>()
  const [campusCode, setCampusCode] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const box = useRef<HTMLDivElement>(null)
  const preview = useWrite(importRestaurants, { touches: [], failed })
  const write = useWrite(importRestaurants, {
    mutationKey: importKey,
    touches: ['restaurants', 'imports', 'missing positions'],
    done: ({ imported }) => ({ title: 'Import successful', description: importedLabel(imported) }),
    failed,
  })
  const latest = useLatestImport()
  const isWriting = latest?.status === 'pending'
  const found = preview.data

  /** Discards the preview, since it no longer matches the chosen file and campus. */
  const forget = () => {
    preview.reset()
    write.reset()
    urlParams.refine({ rows: undefined, page: undefined })
  }
  const chooseFile = async (chosen: File | undefined) => {
    forget()
    const [kept, problem] = chosen ? await readWhole(chosen) : []
    setFile(kept)
    setProblems(({ file: _, ...others }) => (problem ? { ...others, file: problem } : others))
  }
  const chooseCampus = (code: string) => {
    forget()
    setCampusCode(code)
    setProblems(({ campus: _, ...others }) => others)
  }
  const look = () => {
    const missing = {
      ...(!file && { file: problems.file ?? 'No file selected' }),
      ...(!campusCode && { campus: 'No campus selected' }),
    }
    flushSync(() => setProblems(missing))
    focusFirstInvalid(box.current)
    if (file && campusCode) preview.mutate({ file, body: { campusCode }, query: { preview: 'true' } })
  }
  const save = () =>
    file &&
    write.mutate(
      { file, body: { campusCode, fileName: file.name } },
      {
        onSuccess: () => {
          setFile(undefined)
          preview.reset()
        },
      },
    )
  const nameOf = useCampusName()
  const error = preview.error ?? write.error

  return (
    <div className="flex flex-col gap-6">
      <div ref={box} className="grid items-start gap-5 lg:grid-cols-[3fr_2fr]">
        <FileDrop
          label="CSV file"
          accept=".csv,text/csv"
          hint="At most 2 MB and 5,000 rows"
          file={file}
          onChange={chosen => void chooseFile(chosen)}
          error={problems.file}
          disabled={isWriting || preview.isPending}
        />
        <Field label="Campus" error={problems.campus} required>
          <Select
            value={campusCode}
            onChange={event => chooseCampus(event.target.value)}
            disabled={isWriting || preview.isPending}
            empty="Select a campus"
            options={campuses.map(({ code, name }) => [code, name])}
          />
        </Field>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button
          variant={found ? 'secondary' : 'primary'}
          icon={<FileSearch />}
          busy={preview.isPending}
          disabled={isWriting}
          onClick={look}
        >
          Preview
        </Button>
        {found && !isWriting && (
          <Button variant="primary" disabled={found.imported === 0} onClick={save}>
            {found.imported === 0 ? 'Nothing to import' : `Import ${counted(found.imported, 'restaurant')}`}
          </Button>
        )}
        <Button variant="quiet" icon={<FileDown />} onClick={downloadTemplate}>
          Download template
        </Button>
      </div>
      {isWriting && latest.input && (
        <Progress
          label={`Importing ${latest.input.file.name} for ${nameOf(latest.input.body.campusCode)}…`}
        />
      )}
      {error && (
        <Banner severity="danger" title={failed}>
          {error.message}
        </Banner>
      )}
      {found?.rows && <ImportPreview rows={found.rows} remarks={found.remarks} />}
      {!found && !file && !isWriting && <Explanation />}
    </div>
  )
}

const failed = 'Failed to import CSV file'

const importKey = ['import restaurants']

/** This tab's latest import, running or finished, even after the user left the section and came back. */
function useLatestImport() {
  const all = useMutationState({
    filters: { mutationKey: importKey },
    select: ({ state }) => ({
      status: state.status,
      input: state.variables as (CallInput<typeof importRestaurants> & { file: File }) | undefined,
    }),
  })
  return all.at(-1)
}

function Explanation() {
  const { required, optional } = readHeaders(restaurantColumns)
  return (
    <div className="max-w-prose text-muted">
      <p>
        The first line of the file names the columns, in any order:{' '}
        <strong className="text-ink">{required.join(', ').toLowerCase()}</strong>. It may also have{' '}
        {optional.join(', ').toLowerCase()}, and a campus, which must be the chosen one. A preview shows what
        happens to each row before anything is saved. Restaurants that the campus already has are skipped.
      </p>
    </div>
  )
}

const { maxBytes, tooLarge } = importRestaurants.upload

/** Reads the file into memory, so that the import uses what was previewed even if the file changes on disk. */
async function readWhole(file: File): Promise<[kept: File | undefined, problem?: string]> {
  if (file.size > maxBytes) return [undefined, tooLarge]
  try {
    return [new File([await file.arrayBuffer()], file.name, { type: 'text/csv' })]
  } catch {
    return [undefined, 'The file can’t be read']
  }
}

function downloadTemplate() {
  const columns = importColumns(restaurantColumns)
  downloadCsv('restaurants-import-template.csv', [
    columns.map(({ header }) => header.toLowerCase()),
    columns.map(({ example }) => example),
  ])
}
