export { registerApiDocs } from "./routes.ts";
