// Health check of a container: exits with 0 if Kabar and its database respond. A worker responds only on METRICS_PORT.
const { ROLE, PORT, METRICS_PORT } = process.env
if (ROLE === 'worker' && !METRICS_PORT) {
  console.error('Set METRICS_PORT, such as 9464: the health check of a worker reads the metrics.')
  process.exit(1)
}
const path = ROLE === 'worker' ? `${METRICS_PORT}/metrics` : `${PORT || 3000}/api/health/ready`
try {
  const { ok } = await fetch(`http://127.0.0.1:${path}`, { signal: AbortSignal.timeout(4_000) })
  process.exit(ok ? 0 : 1)
} catch {
  process.exit(1)
}
