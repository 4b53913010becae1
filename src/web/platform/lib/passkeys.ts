// Whether this browser has passkeys at this address; the prompts are loaded when somebody uses one.

/** Browsers have none at an IP address, and on plain HTTP only at `localhost`. */
export const hasPasskeys = () => 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(location.hostname)

export const passkeyPrompts = () => import('./passkey-prompts.ts')
