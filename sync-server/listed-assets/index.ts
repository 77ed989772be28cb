export { websitesPutForward } from "./featured.ts";
export { type ListedAsset, type ListedPair, type Listing, listingReader } from "./listing.ts";
export { registerListedAssets } from "./routes.ts";
export { imagePath } from "./stellar-toml.ts";
