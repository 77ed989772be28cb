export { forgetDevices, shareDevice } from "./known-devices.ts";
export { deviceIndexes, profileIndexes, sessionUse, signInIndexes } from "./migrations.ts";
export { type AuthDependencies, registerAuthRoutes } from "./routes.ts";
