export { countKeys, eachKey } from "./all-keys.ts";
export { dropKeys } from "./keep-keys.ts";
export { apiKeyIndexes, apiKeyTimes } from "./migrations.ts";
export { openApiKeys, standingKeyWithin } from "./open-keys.ts";
export { registerApiKeyRoutes } from "./routes.ts";
