export { askForPasskey, checkPasskey } from "./check-passkey.ts";
export { registerPasskeyRoutes } from "./routes.ts";
export { dropPasskeys, PASSKEY_KIND, dropPasskeysSince } from "./store.ts";
