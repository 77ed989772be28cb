export { erasedAgain } from "./migrations.ts";
export { registerClosing } from "./routes.ts";
