export { registerService } from "./routes.ts";
export { registerServiceSettings } from "./settings.ts";
