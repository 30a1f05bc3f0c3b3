import { type FormEvent, useRef, useState } from 'react'
import { invalidEmail } from '#kit/contract/fields.ts'
import { Field } from '#kit/web/forms/field.tsx'
import { Link } from '#kit/web/router/link.tsx'
import { Banner } from '#kit/web/ui/banner.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { EmailInput } from '#kit/web/ui/inputs/input.tsx'
import { PasswordInput } from '#kit/web/ui/inputs/password-input.tsx'
import { type Credentials, noPassword } from '../../sessions-contract.ts'
import { emailToVerify, loginProblem, useLogin } from './use-login.ts'

type Errors = Partial<Record<keyof Credentials, string>>

/**
 * After sign-in the page's guard redirects. Doesn't use the form library of the other forms: it would be a sixth of
 * this page's code, too much for two fields.
 */
export function LoginForm({ onUnverified }: { onUnverified: (email: string) => void }) {
  const login = useLogin()
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<Errors>()
  const focus = (field: keyof Credentials) =>
    form.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus()

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (login.isPending) return
    const body = read(event.currentTarget)
    const found = check(body)
    setErrors(found)
    if (found.email || found.password) return focus(found.email ? 'email' : 'password')
    login.mutate(
      { body },
      {
        onError: error => {
          const unverified = emailToVerify(error, body.email)
          if (unverified !== null) onUnverified(unverified)
          else focus('password')
        },
      },
    )
  }

  return (
    <form
      ref={form}
      onSubmit={submit}
      // Once shown, an error disappears as soon as the input is corrected.
      onInput={event => errors && setErrors(check(read(event.currentTarget)))}
      noValidate
      className="flex flex-col gap-5"
    >
      {login.error && !emailToVerify(login.error, '') && (
        <Banner severity="danger" onDismiss={login.reset}>
          {loginProblem(login.error)}
        </Banner>
      )}
      <Field label="Email" required error={errors?.email}>
        <EmailInput autoComplete="username webauthn" name="email" />
      </Field>
      <div>
        <Field label="Password" required error={errors?.password}>
          <PasswordInput autoComplete="current-password" name="password" />
        </Field>
        <Link
          to="/forgot-password"
          className="mt-1 -mb-2 inline-flex min-h-11 items-center font-semibold text-sm text-terracotta-ink underline-offset-4 hover:underline"
        >
          Forgot your password?
        </Link>
      </div>
      <Button type="submit" variant="primary" size="large" busy={login.isPending} busyText="Signing in...">
        Sign in
      </Button>
    </form>
  )
}

function read(form: HTMLFormElement): Credentials {
  const fields = new FormData(form)
  return { email: String(fields.get('email')).trim(), password: String(fields.get('password')) }
}

/** Catches only input that the server would certainly reject; the server checks the rest. */
function check({ email, password }: Credentials): Errors {
  return {
    ...(!/^[^ @]+@[^ @]+\.[^ @]+$/.test(email) && { email: invalidEmail }),
    ...(password === '' && { password: noPassword }),
  }
}
