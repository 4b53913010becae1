// Security headers: what a page may load, and which features of the browser it may use.
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import { analyticsSources } from './analytics.ts'

const denied = [
  ...['accelerometer', 'bluetooth', 'browsing-topics', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'hid'],
  ...['magnetometer', 'microphone', 'midi', 'payment', 'screen-wake-lock', 'serial', 'usb', 'xr-spatial-tracking'],
]
  .map((feature) => `${feature}=()`)
  .join(', ')

export async function setSecurityHeaders(
  app: FastifyInstance,
  config: Pick<Config, 'analytics' | 'publicUrl'>,
): Promise<void> {
  const analytics = analyticsSources(config.analytics)
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'", ...analytics.scripts],
        // Mantine and React set element styles, and Mantine a <style> element for its theme variables.
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:', 'blob:', ...analytics.images],
        'font-src': ["'self'"],
        'connect-src': ["'self'", ...analytics.calls],
        'manifest-src': ["'self'"],
        'worker-src': ["'self'"],
        'form-action': ["'self'"],
        'base-uri': ["'none'"],
        'object-src': ["'none'"],
        'frame-ancestors': ["'none'"],
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
    // Of no use in browsers that run Kabar, and each page's two dozen files would carry them.
    xXssProtection: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xDnsPrefetchControl: false,
    strictTransportSecurity: config.publicUrl.startsWith('https:') ? { maxAge: 31_536_000 } : false,
  })
  // Helmet lacks this header. It denies an injected script every browser feature that Kabar does not use.
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('permissions-policy', denied)
    done()
  })
}
