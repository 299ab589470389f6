# One image for both roles: the command says which one runs (see docker-compose.yml).
FROM node:20-bookworm-slim AS build
WORKDIR /src
COPY . .
RUN npm ci --include=dev --no-audit --no-fund \
  && npm run build \
  && npm prune --omit=dev --no-audit --no-fund \
  && rm -rf apps/e2e apps/combined libs/testing libs/embedded \
  && rm -rf apps/*/src libs/*/src libs/engines/*/src libs/*/dist/testing libs/engines/*/dist/testing \
  && find -L node_modules/@vance -maxdepth 1 -type l -delete

FROM node:20-bookworm-slim
# A turn leaves much short-lived garbage: a larger young generation collects it seldom.
ENV NODE_OPTIONS=--max-semi-space-size=64
ENV NODE_ENV=production VANCE_HOST=0.0.0.0 VANCE_DATA_DIR=/data
WORKDIR /app
COPY --from=build /src/package.json ./
COPY --from=build /src/node_modules ./node_modules
COPY --from=build /src/apps ./apps
COPY --from=build /src/libs ./libs
COPY --from=build /src/config ./config
COPY --from=build /src/prompts ./prompts
RUN mkdir -p /data/workspaces && chown -R node:node /data
USER node
VOLUME /data
EXPOSE 8787
CMD ["node", "apps/brain/dist/main.js"]
