// The operator's identity provider: the way there, and who came back.
import * as oidc from 'openid-client'
import { message } from '../../../../contract/messages/message.ts'
import type { LoginProviderSettings } from '../../../config.ts'
import { AppError } from '../../../errors.ts'
import type { Identity } from './queries.ts'

/** Values that only this attempt has: the provider gives two of them back, and proves with the third that it is the same. */
export interface Secrets {
  state: string
  nonce: string
  verifier: string
}

export interface Person extends Identity {
  name: string | undefined
  /** As the provider gives it: it may not have been verified. */
  email: string | undefined
  is_verified: boolean
  /** The domain whose owner gave the person this account. */
  domain: string | undefined
}

export function openProvider(settings: LoginProviderSettings, redirectUrl: string) {
  let found: Promise<oidc.Configuration> | undefined

  /** Read once; a provider that could not be reached is asked again with the next login. */
  function configuration(): Promise<oidc.Configuration> {
    const insecure = settings.issuer.startsWith('http:') ? { execute: [oidc.allowInsecureRequests] } : {}
    found ??= oidc
      .discovery(new URL(settings.issuer), settings.clientId, settings.clientSecret, undefined, {
        timeout: 10,
        ...insecure,
      })
      .catch((error: unknown) => {
        found = undefined
        throw new AppError('unavailable', message('provider.unreachable', { provider: settings.name }), {
          cause: error,
        })
      })
    return found
  }

  async function start(): Promise<{ url: string; secrets: Secrets }> {
    const verifier = oidc.randomPKCECodeVerifier()
    const secrets = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier }
    const url = oidc.buildAuthorizationUrl(await configuration(), {
      redirect_uri: redirectUrl,
      scope: 'openid email profile',
      state: secrets.state,
      nonce: secrets.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    return { url: url.href, secrets }
  }

  /** `parameters`: of the address to which the provider sent the user back. */
  async function finish(parameters: string, { state, nonce, verifier }: Secrets): Promise<Person> {
    const url = new URL(redirectUrl)
    url.search = parameters
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true }
    const tokens = await oidc.authorizationCodeGrant(await configuration(), url, checks).catch((error: unknown) => {
      throw refusalOf(error, settings.name)
    })
    const claims = tokens.claims()!
    const email = textOf(claims.email)
    return {
      issuer: claims.iss,
      subject: claims.sub,
      name: textOf(claims.name),
      email,
      is_verified: claims.email_verified === true || settings.trustsEmail,
      domain: domainOf(claims, email),
    }
  }

  return { start, finish }
}

/** At Google anybody may have an account with an address of any domain; `hd` is set only if the domain's owner manages it. */
export function domainOf({ iss, hd }: { iss: string; hd?: unknown }, email: string | undefined): string | undefined {
  if (iss === 'https://accounts.google.com') return textOf(hd)?.toLowerCase()
  return email?.slice(email.lastIndexOf('@') + 1).toLowerCase()
}

/** The user said no, the code was used or is too old, or the answer is not of this provider. */
function refusalOf(error: unknown, provider: string) {
  if (error instanceof oidc.AuthorizationResponseError && error.error === 'access_denied')
    return new AppError('login_refused', message('provider.denied', { provider }))
  const { error: refusal, code } = error as { error?: string; code?: string }
  const reason = (refusal ?? code ?? 'unknown').slice(0, 60)
  return new AppError('login_refused', message('provider.failed', { provider, reason }), { cause: error })
}

const textOf = (claim: unknown) => (typeof claim === 'string' && claim.trim() !== '' ? claim.trim() : undefined)
