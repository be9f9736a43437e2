FROM node:24-slim AS build
WORKDIR /app
COPY . .
RUN npm ci && npm run build

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PATCHBAY_DATA_DIR=/data
COPY --from=build /app/.output /app/.output
RUN mkdir /data && chown node:node /data
USER node
WORKDIR /app
VOLUME /data
EXPOSE 3000
HEALTHCHECK CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT ?? 3000}/api/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", ".output/server/index.mjs"]
