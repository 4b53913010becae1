import { expect, test } from 'vitest'
import { newSecret, signatureHeaders } from './signature.ts'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const message = {
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  at: new Date(1_614_265_330_999),
  body: '{"test": 2432232314}',
}

test('the signature is that of the example of Standard Webhooks', () => {
  expect(signatureHeaders({ ...message, secrets: [secret] })).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

test('while two secrets are valid, both sign', () => {
  const [one, other] = [secret, newSecret()]
  const [first, second, ...more] = signatureHeaders({ ...message, secrets: [other, one] })['webhook-signature'].split(
    ' ',
  )
  expect([second, more]).toEqual(['v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=', []])
  expect(first).not.toBe(second)
})

test('a secret has 256 random bits', () => {
  const made = Array.from({ length: 100 }, newSecret)
  expect(new Set(made).size).toBe(100)
  expect(made.filter((text) => Buffer.from(text.replace('whsec_', ''), 'base64').length !== 32)).toEqual([])
})
