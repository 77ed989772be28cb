export { SETTINGS_UID } from "#schemas/settings.ts";
export { createSettings } from "./create-settings.ts";
export { registerSettingsRoutes } from "./routes.ts";
