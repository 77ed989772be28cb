export { coolOffUntil, payableFrom } from "./cool-off.ts";
export { readOperatorPolicy } from "./operator-policy.ts";
export { registerSecurityRoutes } from "./routes.ts";
export { noteCredentialChange, readSecurity } from "./store.ts";
