// Linking a phone: shows WhatsApp's QR codes one after the other, or requests one pairing code instead.
import type { WASocket } from 'baileys'
import type { DriverEvent } from '../driver.ts'

export interface PairingOptions {
  /** The phone on which the user types a pairing code; undefined: QR codes are shown instead. */
  readonly phone: string | undefined
  readonly sock: () => WASocket
  /** How long each QR is valid; WhatsApp's own times unless set. */
  readonly qrMs: number | undefined
  readonly now: () => number
  readonly tell: (event: DriverEvent) => Promise<unknown>
  /** Called if WhatsApp issues no pairing code. */
  readonly failed: () => void
}

/** How long a QR is valid: the first one, and each that follows; WhatsApp issues six. A pairing code is valid as long as all of them. */
const firstQrMs = 60_000
const nextQrMs = 20_000
const qrCount = 6
const codeMs = firstQrMs + (qrCount - 1) * nextQrMs

/** Returns a listener for new QR codes; the first one means that WhatsApp is ready to link a phone. */
export function openPairing({ phone, sock, qrMs, now, tell, failed }: PairingOptions): (qr: string) => void {
  let shown = 0

  async function pairByCode(typedOn: string) {
    const code = await sock().requestPairingCode(typedOn.replace(/\D/g, ''))
    await tell({ type: 'pairing_code', code, expiresAt: new Date(now() + (qrMs ? qrMs * qrCount : codeMs)) })
  }

  return (qr) => {
    const isFirst = shown === 0
    shown += 1
    if (!phone) {
      const ms = qrMs ?? (isFirst ? firstQrMs : nextQrMs)
      void tell({ type: 'qr', qr, expiresAt: new Date(now() + ms) })
    } else if (isFirst) pairByCode(phone).catch(failed)
  }
}
