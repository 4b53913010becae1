// Splits a byte stream into frames: a length of three bytes, then the bytes. The first bytes identify the protocol.
export const prologue = Buffer.from([0x57, 0x41, 6, 3])

export function frameReader() {
  let buffer: Buffer = Buffer.alloc(0)
  let begun = false
  return (data: Buffer): Buffer[] => {
    buffer = buffer.length === 0 ? data : Buffer.concat([buffer, data])
    if (!begun) {
      const length = introLength(buffer)
      if (buffer.length < length) return []
      if (!buffer.subarray(length - prologue.length, length).equals(prologue)) throw new Error('Not a WhatsApp client.')
      buffer = buffer.subarray(length)
      begun = true
    }
    const frames: Buffer[] = []
    while (buffer.length >= 3 && buffer.length >= 3 + buffer.readUIntBE(0, 3)) {
      const end = 3 + buffer.readUIntBE(0, 3)
      frames.push(buffer.subarray(3, end))
      buffer = buffer.subarray(end)
    }
    return frames
  }
}

export function frame(payload: Uint8Array): Buffer {
  const head = Buffer.alloc(3)
  head.writeUIntBE(payload.length, 0, 3)
  return Buffer.concat([head, payload])
}

/** A device that has connected before prepends the routing info it was given: "ED", 0, 1, its length, the info. */
function introLength(buffer: Buffer): number {
  if (buffer.length < 7 || buffer.toString('latin1', 0, 2) !== 'ED') return prologue.length
  return 7 + buffer.readUIntBE(4, 3) + prologue.length
}
