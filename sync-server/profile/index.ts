export { giveEmail } from "./change-email.ts";
export { registerProfileRoutes } from "./routes.ts";
