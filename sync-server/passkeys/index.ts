export { askForPasskey, checkPasskey } from "./check-passkey.ts";
export { registerPasskeyRoutes } from "./routes.ts";
export { dropPasskeys, dropPasskeysSince } from "./store.ts";
