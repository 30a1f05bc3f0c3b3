import { Download } from 'lucide-react'
import { downloadOwnData } from '#contract/accounts.ts'
import { addressOf } from '#contract/endpoint.ts'
import { useSignedIn } from '#web/api/viewer.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EditSection } from './edit-section.tsx'

export function DataSection() {
  const { id } = useSignedIn()
  return (
    <EditSection
      title="Your data"
      lead="Everything that is stored about you, in one file: your details, image, ratings, favorites, visits, lunches and requests."
    >
      <a href={addressOf(downloadOwnData, { params: { id } })} download className={buttonClass()}>
        <Download aria-hidden="true" />
        Download your data
      </a>
    </EditSection>
  )
}
