export { registerClosing } from "./routes.ts";
