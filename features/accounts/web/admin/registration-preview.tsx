import { domainMessage, readDomainList } from '#kit/rules/addresses/email-domains.ts'
import { Panel } from '#kit/web/section/panel.tsx'
import { Banner } from '#kit/web/ui/banner.tsx'
import { registrationDisabled } from '../../contract.ts'

interface RegistrationPreviewProps {
  isEnabled: boolean
  message: string
  whitelist: string
  /** Whether some of it is typed but not saved. */
  isDraft: boolean
}

/** A small registration page with the values being typed. */
export function RegistrationPreview({ isEnabled, message, whitelist, isDraft }: RegistrationPreviewProps) {
  const { domains } = readDomainList(whitelist)
  return (
    <Panel
      title="What visitors see"
      lead={isDraft ? 'With your unsaved changes.' : 'On the registration page, right now.'}
    >
      <div className="rounded-md border border-line bg-paper p-5">
        <p className="font-semibold font-serif text-2xl">Create an account</p>
        <p className="wrap-anywhere mt-2 text-muted">{message.trim()}</p>
        <div className="mt-5">
          {isEnabled ? (
            <>
              <FieldPlaceholders />
              {domains.length > 0 && (
                <p className="wrap-anywhere mt-3 text-muted text-sm">
                  Any other address is refused: “{domainMessage(domains.slice(0, 3))}”
                  {domains.length > 3 && ` and ${domains.length - 3} more`}
                </p>
              )}
            </>
          ) : (
            <Banner quiet severity="warning">
              {registrationDisabled}
            </Banner>
          )}
        </div>
      </div>
    </Panel>
  )
}

/** Decorative outlines of the form's fields. */
function FieldPlaceholders() {
  return (
    <div aria-hidden="true" className="flex flex-col gap-3">
      <div className="grid grid-cols-2 gap-3">
        <span className="h-9 rounded-sm border border-line bg-raised" />
        <span className="h-9 rounded-sm border border-line bg-raised" />
      </div>
      <span className="h-9 rounded-sm border border-line bg-raised" />
      <span className="h-9 rounded-full bg-terracotta/70" />
    </div>
  )
}
