export { erasedAgain } from "./migrations.ts";
export { closeAnnounced } from "./announced.ts";
export { registerClosing } from "./routes.ts";
