import { useQueryClient } from '@tanstack/react-query'
import { Controller, type UseFormReturn, useFormState } from 'react-hook-form'
import { updateProfile } from '#contract/accounts.ts'
import type { Campus } from '#contract/campuses.ts'
import { dietOptions } from '#domain/diets.ts'
import { isSame } from '#domain/is-same.ts'
import { putFieldErrors } from '#web/api/field-errors.ts'
import { useWrite } from '#web/api/use-write.ts'
import { useSignedIn, viewerChanged, viewerQuery } from '#web/api/viewer.ts'
import { applySavedValues } from '#web/lib/apply-saved-values.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckGroup } from '#web/ui/check-group.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { EmailInput } from '#web/ui/input.tsx'
import { NameFields, PlaceFields } from './account-fields.tsx'
import { rememberAsking } from './awaited-mail.ts'
import { EditSection } from './edit-section.tsx'
import { profileOf, profileProblem } from './profile-form.ts'

type Details = ReturnType<typeof profileOf>
export type DetailsForm = UseFormReturn<Details>

interface DetailsSectionProps {
  form: DetailsForm
  campuses: readonly Campus[]
  departments: readonly string[]
}

export function DetailsSection({ form, campuses, departments }: DetailsSectionProps) {
  const viewer = useSignedIn()
  const queryClient = useQueryClient()
  const save = useSaveDetails(form)
  const { defaultValues, errors, isDirty, isSubmitting } = useFormState(form)
  const isBusy = isSubmitting || save.isPending
  const submit = form.handleSubmit(async checked => {
    // What was on the form when it was submitted; anything typed while waiting stays unsaved.
    const sent = form.getValues()
    const before = defaultValues as Details
    const changes = Object.entries(checked).filter(
      ([field, value]) => !isSame(value, before[field as keyof Details]),
    )
    // The request overwrites every field: start from the latest values, in case they were changed elsewhere.
    const latest = await queryClient.fetchQuery({ ...viewerQuery, staleTime: 0 }).catch(() => viewer)
    if (latest?.id !== viewer.id) return
    applySavedValues(form, profileOf(latest), before)
    save.mutate(
      { params: { id: String(viewer.id) }, body: { ...profileOf(latest), ...Object.fromEntries(changes) } },
      { onSuccess: user => applySavedValues(form, profileOf(user), sent) },
    )
  })
  return (
    <EditSection title="Personal details">
      <form
        onSubmit={event => (isBusy ? event.preventDefault() : void submit(event))}
        noValidate
        className="flex flex-col gap-5"
      >
        <NameFields register={form.register} errors={errors} />
        <Field
          label="Email"
          required
          error={errors.email?.message}
          hint="You need to verify a new address: we send a link to it."
        >
          <EmailInput autoComplete="email" {...form.register('email')} />
        </Field>
        <div className="grid gap-5 sm:grid-cols-2">
          <PlaceFields
            register={form.register}
            errors={errors}
            campuses={campuses}
            departments={departments}
            current={viewer}
          />
        </div>
        <Controller
          control={form.control}
          name="diets"
          render={({ field }) => (
            <CheckGroup
              label="Your diets"
              hint="The list of restaurants is filtered by these at first."
              options={dietOptions}
              values={field.value}
              onChange={field.onChange}
            />
          )}
        />
        <Checkbox
          label="Consider my diets at lunches I am in"
          hint="From three people on, places that fit everyone’s diets say so. Nobody learns whose diets they are."
          {...form.register('dietsAtLunches')}
        />
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:flex-1">
          {isDirty && <Button onClick={() => form.reset(undefined, keepFields)}>Undo changes</Button>}
          <Button type="submit" variant="primary" disabled={!isDirty} busy={isBusy} busyText="Saving...">
            Save changes
          </Button>
        </div>
      </form>
    </EditSection>
  )
}

// By default reset() drops its field refs until fields register again, and unchanged fields never do.
const keepFields = { keepFieldsRef: true }

function useSaveDetails(form: DetailsForm) {
  const viewer = useSignedIn()
  const queryClient = useQueryClient()
  return useWrite(updateProfile, {
    touches: ['raters'],
    done: user => {
      if (user.email !== viewer.email) rememberAsking()
      viewerChanged(queryClient, user)
      return {
        title: 'Profile updated',
        description: user.email === viewer.email ? undefined : `We sent a verification link to ${user.email}`,
      }
    },
    onError: error => putFieldErrors(error, form),
    failed: error => ({ title: 'Error', description: profileProblem(error) }),
  })
}
