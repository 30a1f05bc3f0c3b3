/** Command Mode's layout, shared by the page (admin-page.tsx) and its placeholder (app/web/frame/placeholders.tsx). */
export const adminLayoutClass = 'flex flex-1 max-md:flex-col'
export const sectionClass =
  'flex min-w-0 flex-1 flex-col px-4 pt-5 pb-[max(1.5rem,9rem-var(--action-bar-height))] md:px-6 lg:px-8'
export const sidePanelClass =
  'stays-in-sight sticky top-16 hidden h-[calc(100dvh-4rem)] w-64 shrink-0 flex-col overflow-y-auto border-line border-r bg-raised md:flex print:hidden'
export const adminBarClass =
  'bottom-bar tall:fixed inset-x-0 bottom-0 z-30 border-line border-t bg-raised pb-[env(safe-area-inset-bottom)] md:hidden'
export const adminBarRowClass = 'flex h-16'
