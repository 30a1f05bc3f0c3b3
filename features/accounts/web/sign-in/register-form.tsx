import { zodResolver } from '@hookform/resolvers/zod'
import type { Campus } from '#features/campuses/contract.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { Field } from '#kit/web/forms/field.tsx'
import { putFieldErrors } from '#kit/web/forms/field-errors.ts'
import { useForm } from '#kit/web/forms/use-form.ts'
import { Banner } from '#kit/web/ui/banner.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { EmailInput } from '#kit/web/ui/inputs/input.tsx'
import { PasswordInput } from '#kit/web/ui/inputs/password-input.tsx'
import { register } from '../../contract.ts'
import { NameFields, PlaceFields } from '../account-fields.tsx'
import { rememberAsking } from './awaited-mail.ts'
import { registrationForm, registrationProblem } from './registration.ts'

interface RegisterFormProps {
  campuses: readonly Campus[]
  departments: readonly string[]
  /** Only addresses of these domains may register. */
  domains: readonly string[]
  onRegistered: (email: string) => void
}

export function RegisterForm({ campuses, departments, domains, onRegistered }: RegisterFormProps) {
  const create = useWrite(register, {
    touches: [],
    onSuccess: user => {
      rememberAsking()
      onRegistered(user.email)
    },
  })
  const form = useForm({
    resolver: zodResolver(registrationForm(domains)),
    defaultValues: { firstName: '', lastName: '', email: '', password: '', campusCode: '', department: '' },
  })
  const { errors } = form.formState
  const submit = form.handleSubmit(body =>
    create.mutate({ body }, { onError: error => putFieldErrors(error, form) && create.reset() }),
  )
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <NameFields register={form.register} errors={errors} />
      <Field label="Email" required error={errors.email?.message} hint={`Your ${listed(domains)} address`}>
        <EmailInput autoComplete="username" {...form.register('email')} />
      </Field>
      <Field label="Password" required error={errors.password?.message} hint="6 characters or more">
        <PasswordInput autoComplete="new-password" {...form.register('password')} />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <PlaceFields register={form.register} errors={errors} campuses={campuses} departments={departments} />
      </div>
      {create.error && Object.keys(errors).length === 0 && (
        <Banner severity="danger" onDismiss={create.reset}>
          {registrationProblem(create.error)}
        </Banner>
      )}
      <Button
        type="submit"
        variant="primary"
        size="large"
        busy={create.isPending}
        busyText="Creating account..."
      >
        Create account
      </Button>
    </form>
  )
}

function listed(domains: readonly string[]): string {
  const names = domains.map(domain => `@${domain}`)
  const [last] = names.slice(-1)
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} or ${last}` : String(last)
}
