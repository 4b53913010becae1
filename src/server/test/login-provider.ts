// For tests: a real identity provider on a port of its own, and people who log in there.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import { Provider } from 'oidc-provider'

interface Account {
  email: string
  name?: string
  email_verified?: boolean
}

/** `accounts`: who can log in, by login name, with any password. `publicUrl`: address of the Kabar that users return to. */
export async function startLoginProvider(accounts: Record<string, Account>, publicUrl = 'http://127.0.0.1:3000') {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const client = { client_id: 'kabar', client_secret: 'a secret of this test, 32 letters' }
  const redirectUrl = `${publicUrl}/login`
  const provider = new Provider(issuer, {
    clients: [{ ...client, redirect_uris: [redirectUrl] }],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' }] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    cookies: { keys: ['a key of this test'] },
    pkce: { required: () => true },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, email_verified: true, ...accounts[id]! }) }),
  })
  server.on('request', provider.callback())
  const stop = () => new Promise((resolve) => server.close(resolve))

  /** Follows the provider's pages as a browser would. Returns the query string with which the user is sent back. */
  async function visit(url: string, login: string): Promise<string> {
    const cookies = new Map<string, string>()
    const request = async (to: string, form?: Record<string, string>) => {
      const response = await fetch(to, {
        redirect: 'manual',
        headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
        ...(form && { method: 'POST', body: new URLSearchParams(form) }),
      })
      for (const cookie of response.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!
        cookies.set(name!, value!)
      }
      return response
    }
    let at = url
    for (;;) {
      const response = await request(at)
      const text = await response.text()
      let next = response.headers.get('location')
      if (!next) {
        const prompt = /name="prompt" value="(\w+)"/.exec(text)?.[1]
        if (!prompt) throw new Error(`the provider says: ${text.slice(0, 500)}`)
        next = (await request(at, { prompt, login, password: 'any' })).headers.get('location')!
      }
      at = new URL(next, issuer).href
      if (at.startsWith(redirectUrl)) return new URL(at).search.slice(1)
    }
  }

  const environment = {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: client.client_id,
    OIDC_CLIENT_SECRET: client.client_secret,
    OIDC_NAME: 'Keycloak',
    PUBLIC_URL: publicUrl,
  }
  return { issuer, visit, environment, stop }
}
