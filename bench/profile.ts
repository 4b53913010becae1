// CPU profile: the functions with the most self time.
import { Session } from 'node:inspector/promises'
import { sep } from 'node:path'

/** `top`: share, function and file, in descending order. */
export async function profiled(work: () => Promise<void>, most = 12): Promise<{ top: string }> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.start')
  await work()
  const { profile } = await session.post('Profiler.stop')
  session.disconnect()
  const hits = new Map<string, number>()
  let all = 0
  for (const { callFrame, hitCount = 0 } of profile.nodes) {
    if (callFrame.functionName === '(idle)') continue
    const name = `${callFrame.functionName || '(anonymous)'}  ${placeOf(callFrame.url)}`
    hits.set(name, (hits.get(name) ?? 0) + hitCount)
    all += hitCount
  }
  const sorted = [...hits].sort(([, a], [, b]) => b - a).slice(0, most)
  return { top: sorted.map(([name, count]) => `${((count * 100) / all).toFixed(1).padStart(6)} %  ${name}`).join('\n') }
}

/** The package, or the file of Kabar. */
function placeOf(url: string): string {
  const [, inPackage] = url.split(`node_modules${sep}`)
  if (inPackage)
    return inPackage
      .split(sep)
      .slice(0, inPackage.startsWith('@') ? 2 : 1)
      .join('/')
  return url.split(`${sep}src${sep}`)[1] ?? url
}
