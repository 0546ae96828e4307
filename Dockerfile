# Kitroom's server and worker: one image, two commands (see docker-compose.yml). It has the npm package, which is built here.
FROM node:26.10.0-slim AS build

WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build && mv dist/package /app

# The optional packages stay, because the compiler that bundles workflows is one of them.
WORKDIR /app
RUN npm ci --omit=dev && sh /build/docker/prune.sh node_modules

FROM node:26.10.0-slim

ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /app /app

RUN mkdir /data && chown node:node /data
USER node
ENV KITROOM_DATA_DIR=/data
VOLUME /data

CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=60", "server/main.js"]
