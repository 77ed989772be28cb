export { askForPasskey, checkPasskey } from "./check-passkey.ts";
export { registerPasskeyRoutes } from "./routes.ts";
export { dropPasskeys, dropPasskeysOutside, PASSKEY_KIND, passkeysOf } from "./store.ts";
