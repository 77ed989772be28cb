export { registerService } from "./routes.ts";
