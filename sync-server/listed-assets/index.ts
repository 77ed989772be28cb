export { websitesPutForward } from "./featured.ts";
export { type FollowedListing, followListing } from "./follow-listing.ts";
export {
  delistedWithin,
  type ListedAsset,
  type ListedPair,
  type Listing,
  listingOf,
  listingReader,
} from "./listing.ts";
export { namesakeOf } from "./namesake.ts";
export { imagePath, keepPicture } from "./pictures.ts";
export { registerListedAssets } from "./routes.ts";
export {
  NOTHING as NOTHING_LISTED,
  readStored as readStoredListing,
  type StoredAsset,
  type StoredListing,
  type StoredPair,
  writeStored as writeStoredListing,
} from "./stored-listing.ts";
