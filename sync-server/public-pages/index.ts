export { registerPublicPages } from "./routes.ts";
