# By exact version. To pin the very bytes, `docker buildx imagetools inspect node:24.21.0-slim` shows a digest for
# FROM node:24.21.0-slim@sha256:…
FROM node:24.21.0-slim AS made
WORKDIR /app

# Only what changes the dependencies, so that a change of the code doesn't install them again.
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund

COPY scripts ./scripts
COPY src ./src
# Behind it the bundle alone, and the one package that it can't hold, with what that needs.
RUN node scripts/bundle.ts && mkdir kept && cd node_modules && cp -r --parents sharp @img detect-libc semver ../kept

FROM node:24.21.0-slim
# A container is reached from outside of it only on all addresses; which of them is open, its ports say.
ENV NODE_ENV=production HOST=0.0.0.0
WORKDIR /app

# manifest.yml is for the doctor, which compares the granted scopes with it.
COPY package.json manifest.yml ./
COPY --from=made /app/kept ./node_modules
COPY --from=made /app/dist ./dist

# The store is the one thing that is written.
RUN mkdir -p data node_modules/.cache && chown node:node data node_modules/.cache
VOLUME /app/data
USER node

# Compiled once here, where `dist/main.js` looks for it, and not at the start of each container.
RUN NODE_COMPILE_CACHE=/app/node_modules/.cache/messaging-chatops node -e 'import(fs.globSync("/app/dist/*/app.js")[0])'

EXPOSE 3000
# The process is alive; whether it can take commands is /readyz. The port follows PORT and OPS_PORT.
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.OPS_PORT || process.env.PORT || 3000}/healthz`).then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]

# Not by npm, so that SIGTERM reaches the bot itself: it needs up to 28 s to end what is under way.
CMD ["node", "--max-semi-space-size=4", "dist/main.js"]
