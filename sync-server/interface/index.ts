export { readInterface } from "./read-interface.ts";
export { registerInterfaceRoutes } from "./routes.ts";
