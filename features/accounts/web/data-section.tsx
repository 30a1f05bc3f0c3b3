import { Download } from 'lucide-react'
import { addressOf } from '#kit/contract/endpoint.ts'
import { Panel } from '#kit/web/section/panel.tsx'
import { buttonClass } from '#kit/web/ui/button.tsx'
import { downloadOwnData } from '../contract.ts'
import { useSignedIn } from './viewer.ts'

export function DataSection() {
  const { id } = useSignedIn()
  return (
    <Panel
      roomy
      title="Your data"
      lead="Everything that is stored about you, in one file: your details, image, ratings, favorites, visits, lunches and requests."
    >
      <a href={addressOf(downloadOwnData, { params: { id } })} download className={buttonClass()}>
        <Download />
        Download your data
      </a>
    </Panel>
  )
}
