import { ButtonsSection, DialogsSection, StarsSection, ToastsSection } from './actions-section.tsx'
import { ArtworkSection } from './artwork-section.tsx'
import { ChoicesSection, DisplaySection, StatesSection } from './display-section.tsx'
import { FormsSection } from './forms-section.tsx'
import { TableSection } from './table-section.tsx'

export function Book() {
  return (
    <main id="top" tabIndex={-1} className="mx-auto max-w-6xl px-4 py-8 sm:px-8">
      <h1>The design system</h1>
      <p className="mt-2 max-w-prose text-lg text-muted">Every component in all its states, on one page.</p>
      <ButtonsSection />
      <StarsSection />
      <FormsSection />
      <ChoicesSection />
      <DisplaySection />
      <TableSection />
      <StatesSection />
      <DialogsSection />
      <ToastsSection />
      <ArtworkSection />
    </main>
  )
}
