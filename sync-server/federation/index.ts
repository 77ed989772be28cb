export { findUserByOwnName, ownNameIn } from "./own-names.ts";
export { type Federation, openFederation, type ResolveName } from "./resolve-name.ts";
export { FEDERATION_PATH, registerFederation } from "./serve-names.ts";
