// Whether passkeys can work in this browser at this address. The prompts are loaded when somebody uses a passkey.

/** Passkeys never work at an IP address, and without HTTPS only at `localhost`. */
export const hasPasskeys = () => 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(location.hostname)

export const passkeyPrompts = () => import('./passkey-prompts.ts')
