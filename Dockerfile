# The server with the built app. Nothing of what builds or tests it is in the last stage, and it runs as nobody in particular.
# How it becomes the same again is in docs/operating.md, "An image that is the same again".
FROM node:26.10.0-trixie-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build

FROM node:26.10.0-trixie-slim AS modules
WORKDIR /app
COPY package.json package-lock.json ./
# The image has the same Node already.
RUN npm ci --omit=dev --no-audit --no-fund && rm -rf node_modules/node node_modules/node-bin-* node_modules/.bin/node

FROM node:26.10.0-trixie-slim
WORKDIR /app
ENV NODE_ENV=production MALLOC_ARENA_MAX=2 HOST=0.0.0.0 DATA_DIR=/data ERASURE_KEYS_DIR=/erasure-keys
RUN install -d -m 0700 -o node -g node /data /erasure-keys /backups
COPY --from=modules /app/node_modules node_modules
COPY package.json LICENSE ./
COPY schemas schemas
COPY sync-server sync-server
COPY --from=build /app/dist dist
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s CMD ["node", "--eval", "fetch('http://127.0.0.1:3000/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "sync-server/main.ts"]
