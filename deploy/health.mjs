// Health check of a container: exits with 0 if Kabar and its database respond. A worker listens to nothing, so its process
// is the check.
if (process.env.ROLE === 'worker') process.exit(0)
try {
  const { ok } = await fetch(`http://127.0.0.1:${process.env.PORT || 3000}/api/health/ready`, {
    signal: AbortSignal.timeout(4_000),
  })
  process.exit(ok ? 0 : 1)
} catch {
  process.exit(1)
}
