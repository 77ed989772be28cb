export { registerAccounting } from "./routes.ts";
