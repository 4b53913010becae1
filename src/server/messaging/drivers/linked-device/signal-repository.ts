// Baileys' Signal repository with hooks: stages changed sessions before a frame leaves, stages the key changes of a received
// message only after the message is stored, and spreads encryption for large groups over turns of the event loop.
import { DEFAULT_CONNECTION_CONFIG, jidDecode, type SignalDataSet, type SocketConfig } from 'baileys'
import { isRatchet, type KeyStore } from './key-store.ts'
import { openTurns } from './turns.ts'

export interface SignalHooks {
  readonly keys: KeyStore
  /** Called with each decrypted message. Until it resolves, no keys are used up: the message can be decrypted again. */
  decrypted(ciphertext: Uint8Array, plain: Uint8Array): Promise<void>
  /** A message for this user's phone was encrypted. */
  encrypted(user: string): void
}

export function signalRepository({ keys, decrypted, encrypted }: SignalHooks): SocketConfig['makeSignalRepository'] {
  return (auth, logger, lookUp) => {
    const staging = {
      ...auth.keys,
      set: async (data: SignalDataSet) => {
        keys.stage(Object.fromEntries(Object.entries(data).filter(([type]) => isRatchet(type))))
        await auth.keys.set(data)
      },
    }
    const repository = DEFAULT_CONNECTION_CONFIG.makeSignalRepository({ ...auth, keys: staging }, logger, lookUp)
    const turn = openTurns()
    return {
      ...repository,
      injectE2ESession: async (device) => {
        await turn()
        await repository.injectE2ESession(device)
      },
      encryptMessage: async (message) => {
        await turn()
        const ciphertext = await repository.encryptMessage(message)
        const { user, device } = jidDecode(message.jid) ?? {}
        if (user && !device) encrypted(user)
        return ciphertext
      },
      decryptMessage: (message) =>
        keys.withhold(async () => {
          const plain = await repository.decryptMessage(message)
          await decrypted(message.ciphertext, plain)
          return plain
        }),
    }
  }
}
