export { openAssetPictures } from "./read-mark.ts";
export { registerListingRoutes } from "./routes.ts";
