# The image of Kabar: no build tools, no embedded PostgreSQL (set DATABASE_URL), not root.
FROM node:22-bookworm-slim AS build
WORKDIR /build
COPY . .
RUN node scripts/image.mjs /kabar

FROM node:22-bookworm-slim
COPY --from=build /kabar /kabar
RUN mkdir /data /backups && chown node:node /data /backups
WORKDIR /kabar
USER node
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
VOLUME /data
EXPOSE 3000
# With ROLE=worker, set METRICS_PORT for it.
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s CMD ["node", "deploy/health.mjs"]
# Kabar finishes messages in flight before it stops, for up to 25 s: allow 30 s (`docker stop -t 30`).
STOPSIGNAL SIGTERM
CMD ["node", "dist/server/main.js"]
