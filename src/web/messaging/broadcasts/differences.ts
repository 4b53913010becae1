// Finds the words in which two messages differ. Pure.

export interface Part {
  kind: 'same' | 'removed' | 'added'
  text: string
}

/** Longer messages are not compared, because time and memory grow with the product of both lengths. */
const maxWords = 2_000

/** Compares by the longest common sequence of words: words outside it are removed or added. */
export function differences(before: string, after: string): Part[] {
  const [old, now] = [wordsOf(before), wordsOf(after)]
  if (old.length > maxWords || now.length > maxWords)
    return joined([
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ])
  // For each pair of positions: length of the longest common sequence from there to the end.
  const width = now.length + 1
  const common = new Uint16Array((old.length + 1) * width)
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--)
      common[i * width + j] =
        old[i] === now[j]
          ? common[(i + 1) * width + j + 1]! + 1
          : Math.max(common[(i + 1) * width + j]!, common[i * width + j + 1]!)
  const parts: Part[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      parts.push({ kind: 'same', text: old[i]! })
      i++
      j++
    } else if (j >= now.length || (i < old.length && common[(i + 1) * width + j]! >= common[i * width + j + 1]!))
      parts.push({ kind: 'removed', text: old[i++]! })
    else parts.push({ kind: 'added', text: now[j++]! })
  }
  return joined(parts)
}

/** Splits into words and the spaces between them. */
const wordsOf = (text: string) => text.match(/\s+|\S+/g) ?? []

function joined(parts: readonly Part[]): Part[] {
  const found: Part[] = []
  for (const part of parts) {
    if (part.text === '') continue
    const last = found.at(-1)
    if (last?.kind === part.kind) last.text += part.text
    else found.push({ ...part })
  }
  return found
}
