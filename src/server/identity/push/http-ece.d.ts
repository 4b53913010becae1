declare module 'http_ece' {
  import type { ECDH } from 'node:crypto'

  /** Texts are base64url. */
  interface Parameters {
    version: 'aes128gcm'
    privateKey: ECDH
    dh: string
    authSecret: string
  }
  const encryption: { encrypt(content: Buffer, parameters: Parameters): Buffer }
  export default encryption
}
