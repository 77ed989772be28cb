export { registerNetworkStats } from "./routes.ts";
