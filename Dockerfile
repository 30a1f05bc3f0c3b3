# syntax=docker/dockerfile:1
# tests/world/image.test.ts builds it, and runs it as compose.yaml does.

FROM node:26-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
# The base image includes Node; keeping the copy from the lock file would double the image's size.
RUN node scripts/build.ts && npm prune --omit=dev --ignore-scripts && rm -rf node_modules/node-linux-*

FROM node:26-slim
ENV NODE_ENV=production DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/kit ./kit
COPY --from=build /app/features ./features
COPY --from=build /app/app ./app
COPY --from=build /app/scripts/start.ts /app/scripts/server-settings.ts ./scripts/
# Where the commands were until 2.8: cron jobs of installations call server/commands/backup.ts.
RUN ln -s app server
# Some platforms choose the user, and only promise that its group is root's.
RUN mkdir /data && chown 1000:0 /data && chmod 770 /data
# The base image's `node`, by its number: Kubernetes can't tell from a name that it isn't root.
USER 1000
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s CMD ["node", "app/commands/healthy.ts"]
# The file system may be read-only: compiled code is cached for the life of the container.
ENV NODE_COMPILE_CACHE=/tmp/compiled
CMD ["node", "scripts/start.ts"]
