import { createHash, createSecretKey, generateKeyPairSync } from 'node:crypto'
import { type JWTHeaderParameters, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { expect, test } from 'vitest'
import { auth } from '../../../contract/auth.ts'
import { deriveKeys } from '../../keys.ts'
import { testApp } from '../../test/app.ts'

const { app, call, clock, config, signUp } = await testApp()
const person = await signUp()
const secret = deriveKeys(config.secret)('access-token')
const kid = createHash('sha256').update(secret).digest('hex').slice(0, 8)
const header: JWTHeaderParameters = { alg: 'HS256', typ: 'at+jwt', kid }
const good = JSON.parse(Buffer.from(person.access_token.split('.')[1]!, 'base64url').toString()) as JWTPayload
const now = Math.floor(clock.now.getTime() / 1000)

const statusOf = async (authorization: string | undefined) => {
  const headers = authorization === undefined ? {} : { authorization }
  return (await app.inject({ url: '/api/v1/user/profile', headers })).statusCode
}
const signed = (headerChange: object, change: object, key: Buffer = secret) =>
  new SignJWT({ ...good, ...change }).setProtectedHeader({ ...header, ...headerChange }).sign(createSecretKey(key))

test('a token contains issuer, audience, session counter and expiry', async () => {
  expect(good).toMatchObject({ iss: 'kabar', aud: 'kabar-api', rc: 0, iat: now, exp: now + 900 })
  expect(await statusOf(`Bearer ${await signed({}, {})}`)).toBe(200)
})

test.each<[string, object, object]>([
  ['typ', { typ: 'JWT' }, {}],
  ['no typ', { typ: undefined }, {}],
  ['alg', { alg: 'HS512' }, {}],
  ['kid', { kid: 'another' }, {}],
  ['no kid', { kid: undefined }, {}],
  ['iss', {}, { iss: 'other' }],
  ['aud', {}, { aud: 'other' }],
  ['no aud', {}, { aud: undefined }],
  ['exp in the past', {}, { exp: now - 6 }],
  ['no exp', {}, { exp: undefined }],
  ['exp far in the future, issued long ago', {}, { iat: now - 3600, exp: now + 86_400 }],
  ['nbf in the future', {}, { nbf: now + 60 }],
  ['iat in the future', {}, { iat: now + 60 }],
  ['no session', {}, { sid: undefined }],
  ['session of an invalid form', {}, { sid: "' or 1=1" }],
  ['session', {}, { sid: '00000000-0000-7000-8000-000000000000' }],
  ['user', {}, { sub: '00000000-0000-7000-8000-000000000000' }],
  ['counter type', {}, { rc: '1' }],
])('a token with the wrong %s is a 401', async (_, headerChange, change) => {
  const key = 'alg' in headerChange ? Buffer.alloc(64, secret) : secret
  expect(await statusOf(`Bearer ${await signed(headerChange, change, key)}`)).toBe(401)
})

test('a token with an organization that is not open is a 409: another tab has switched', async () => {
  const token = await signed({}, { org: '00000000-0000-7000-8000-000000000000' })
  expect(await statusOf(`Bearer ${token}`)).toBe(409)
})

test('a token with another key, without a signature or modified is a 401', async () => {
  const [head, body, mac] = person.access_token.split('.') as [string, string, string]
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = publicKey.export({ format: 'jwk' })
  const foreign = new SignJWT(good).setProtectedHeader({
    ...header,
    alg: 'ES256',
    jwk,
    jku: 'https://evil.example/keys',
  })
  const bent = [
    await signed({}, {}, Buffer.alloc(32, 7)),
    new UnsecuredJWT(good).encode(),
    await foreign.sign(privateKey),
    `${head}.${body}.`,
    `${head}.${body}`,
    `${head}.${body}.${mac.startsWith('A') ? 'B' : 'A'}${mac.slice(1)}`,
    `${head}.${body.slice(0, -2)}.${mac}`,
    person.refresh_token,
    'x'.repeat(8000),
  ]
  for (const token of bent) expect(await statusOf(`Bearer ${token}`), token.slice(0, 60)).toBe(401)
})

test('the authorization header is parsed strictly, with its scheme in any case', async () => {
  const token = person.access_token
  for (const bad of [
    undefined,
    '',
    'Bearer',
    'Bearer ',
    `Bearer  ${token}`,
    `Basic ${token}`,
    token,
    `Bearer ${token} x`,
    `Bearer ${token}, Bearer ${token}`,
  ]) {
    expect(await statusOf(bad), bad).toBe(401)
  }
  for (const scheme of ['Bearer', 'bearer', 'BEARER']) expect(await statusOf(`${scheme} ${token}`)).toBe(200)
})

test('an access token is rejected as a refresh token', async () => {
  const answer = await call(auth.refresh, { body: { refresh_token: person.access_token.slice(0, 500) } })
  expect(answer).toMatchObject({ status: 401, problem: { code: 'refresh_invalid' } })
})
